-- What: the last run of every job of the clock.
-- Why: an operator sees on the system page that a scheduled job has stopped. The queue deletes jobs that are done.
-- Locks: none; a new table.
create table platform.scheduled_run (
  name text primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  -- Why it failed; null where it ended well.
  failure text
);
