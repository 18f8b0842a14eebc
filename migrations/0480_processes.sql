-- What: the processes of this installation, each with its last sign of life.
-- Why: an operator of several machines sees which processes run, with which version and since when, and which are gone.
-- Locks: none; a new table. A process of the former release does not write it and is not listed.
create table platform.process (
  process_id uuid primary key,
  -- all, web or worker
  role text not null,
  version text not null,
  commit text,
  machine text not null,
  pid integer not null,
  port integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
