-- What: the last answer submitted to an identity check, hashed with the key of the student's setup.
-- Why: a double click sends the same answer twice, and the second one must not count as another wrong answer.
-- Locks: learning.identity_check for a moment.
alter table learning.identity_check add column answer_hash bytea;
