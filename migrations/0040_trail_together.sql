-- Events that are written together are noted for their seals together: one statement for each deed instead of one for each
-- row. Replaces a trigger of platform.audit_event: a lock of a moment that keeps others from writing.

create or replace function platform.note_unsealed() returns trigger
  language plpgsql as $$
begin
  insert into platform.audit_unsealed select coalesce(organization_id, 0), audit_event_id from added;
  return null;
end $$;
drop trigger audit_event_unsealed on platform.audit_event;
create trigger audit_event_unsealed after insert on platform.audit_event
  referencing new table as added
  for each statement execute function platform.note_unsealed();
