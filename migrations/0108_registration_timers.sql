-- What: since when the starts of a registration timer are counted.
-- Why: a timer that could be started again without end was no limit (T-40).
-- Locks: a column without a rewrite.

alter table learning.registration_answer add column timer_counted_from timestamptz;
