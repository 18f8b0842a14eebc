-- What: the backups of the cluster that ended well.
-- Why: the age of the newest one is a number of /metrics and an alert; a server can't read the store of the backups.
-- Locks: none; a new table.
create table platform.backup (
  backup_id text primary key,
  ended_at timestamptz not null,
  bytes bigint not null,
  -- Null if the files of people could not be copied.
  files integer,
  lacks integer
);
revoke insert, update, delete on platform.backup from waypost_app;
