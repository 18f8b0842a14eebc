-- What: the last time of day up to which an account's daily files are all made.
-- Why: a long queue goes on in the next sweep, and a completion after that time waits for the next day.
-- Locks: a moment for a new column without a default.
alter table learning.agency_account add column daily_done_at timestamptz;
