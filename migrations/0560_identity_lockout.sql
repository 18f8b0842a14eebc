-- What: when a program's limit of wrong answers last locked a course.
-- Why: answers to identity checks count from there, so that a course which staff reopen is not locked again at once.
-- Locks: learning.identity_setup for a moment.
alter table learning.identity_setup add column locked_out_at timestamptz;
