-- The trail as a chain: each organization's events are sealed one after the other with a key that the database does not
-- know, so that whoever changes a row afterwards, with whatever rights, leaves a seal that no longer fits.
-- Makes two tables; replaces one index of platform.audit_event, which blocks writes to it for as long as that takes.

-- Events that wait for their seal. Deeds must not queue for the end of a chain, so an event is noted here in its own
-- transaction and sealed a little later; an event that is neither here nor sealed came in by the back door.
create table platform.audit_unsealed (
  organization_id integer not null,
  audit_event_id bigint not null,
  primary key (organization_id, audit_event_id)
);

-- The chain of one organization, 0 for the server's own. No foreign key: it would lock each event that it seals, and
-- the verifier names an event that is gone.
create table platform.audit_seal (
  organization_id integer not null,
  position bigint not null check (position > 0),
  audit_event_id bigint not null unique,
  -- What is hashed and how: docs/audit.md.
  version smallint not null,
  key_id text not null,
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null,
  primary key (organization_id, position)
);

create function platform.note_unsealed() returns trigger
  language plpgsql as $$
begin
  insert into platform.audit_unsealed values (coalesce(new.organization_id, 0), new.audit_event_id);
  return null;
end $$;
create trigger audit_event_unsealed after insert on platform.audit_event
  for each row execute function platform.note_unsealed();

-- What was written before there were seals is sealed with the first round.
insert into platform.audit_unsealed select coalesce(organization_id, 0), audit_event_id from platform.audit_event;

create trigger audit_seal_append_only before update or delete on platform.audit_seal
  for each row execute function platform.refuse_change();
create trigger audit_event_no_truncate before truncate on platform.audit_event
  for each statement execute function platform.refuse_change();
create trigger audit_seal_no_truncate before truncate on platform.audit_seal
  for each statement execute function platform.refuse_change();

revoke update, delete on platform.audit_seal from waypost_app;
revoke update on platform.audit_unsealed from waypost_app;
select platform.protect_tenant_table(name::regclass)
from unnest(array['platform.audit_seal', 'platform.audit_unsealed']) as name;

-- The history of a person within an organization, in the order in which it is read.
drop index platform.audit_event_subject;
create index audit_event_subject
  on platform.audit_event (organization_id, subject_user_id, at desc, audit_event_id desc);

create view platform.v_audit_event with (security_invoker = true) as
  select audit_event_id, organization_id, at, action, subject, subject_user_id, actor_kind, actor_user_id, viewed_by, after
  from platform.audit_event;
grant select on platform.v_audit_event to waypost_app;
