-- What: the id of the installation that this database belongs to.
-- Why: a restored copy must not charge, send or delete as the original does. A process compares the id with its settings.
-- Locks: none; a new table. It stays empty until the next start with --prepare, which writes the id of the settings.
create table platform.installation (
  one_row boolean primary key default true check (one_row),
  installation text not null check (installation <> ''),
  taken_at timestamptz not null default now(),
  -- Set by a restore, until an operator takes the copy over.
  restored_at timestamptz
);
-- No page and no call takes a database over.
revoke insert, update, delete on platform.installation from waypost_app;

create function platform.tell_installation() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('platform_installation', '');
  return null;
end $$;
create trigger told after insert or update or delete on platform.installation
  for each statement execute function platform.tell_installation();
