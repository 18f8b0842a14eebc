-- What: people whose erasure left records that their course's program keeps, with the day on which the last one may go.
-- Why: a rule that asks for records of 36 or 60 months goes before an erasure; a job erases the rest after that day.
-- Locks: none; a new table.
create table learning.held_erasure (
  user_id integer primary key,
  organization_id integer not null,
  -- The last day on which something must be kept.
  until date not null,
  created_at timestamptz not null default platform.now()
);
create index held_erasure_due on learning.held_erasure (until);
select platform.protect_tenant_table('learning.held_erasure'::regclass);
