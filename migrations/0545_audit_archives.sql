-- What: which parts of the chains of the audit log are in files, and whether their rows are still here; rows of an archived part
--       may be deleted by the owner of the tables, and by no one else.
-- Why: a course leaves hundreds of events. Old ones move to files that prove themselves, and the verifier begins where the
--      last removed file ends.
-- Locks: none for the new table; a moment on the audit tables for their triggers.
create table platform.audit_archive (
  -- The organization whose chain it is; 0 is the server itself.
  chain integer not null,
  from_position bigint not null check (from_position > 0),
  to_position bigint not null,
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  file_name text not null,
  sha256 text not null,
  archived_at timestamptz not null default platform.now(),
  removed_at timestamptz,
  primary key (chain, from_position),
  check (to_position >= from_position)
);
revoke insert, update, delete on platform.audit_archive from waypost_app;

create function platform.refuse_unarchived() returns trigger
  language plpgsql as $$
declare
  kept boolean := true;
begin
  if tg_op = 'DELETE' and tg_table_name = 'audit_seal' then
    kept := not exists (select from platform.audit_archive a
                        where a.chain = old.organization_id
                          and old.position between a.from_position and a.to_position and a.removed_at is not null);
  elsif tg_op = 'DELETE' then
    kept := not exists (select from platform.audit_seal s
                        join platform.audit_archive a on a.chain = s.organization_id
                          and s.position between a.from_position and a.to_position and a.removed_at is not null
                        where s.audit_event_id = old.audit_event_id);
  end if;
  if kept then
    raise exception '% is append-only', tg_table_name;
  end if;
  return old;
end $$;

create or replace trigger audit_event_append_only before update or delete on platform.audit_event
  for each row execute function platform.refuse_unarchived();
create or replace trigger audit_seal_append_only before update or delete on platform.audit_seal
  for each row execute function platform.refuse_unarchived();
