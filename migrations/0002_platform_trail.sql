-- The clock, the audit trail and the record of facts that every module shares. New tables only: locks nothing.

-- Business time. `platform.clock` holds one row; production keeps the offset at zero and refuses to start otherwise.
create table platform.clock (
  only_row boolean primary key default true check (only_row),
  "offset" interval not null default interval '0'
);
insert into platform.clock default values;

create function platform.now() returns timestamptz
  language sql stable parallel safe
  as $$ select clock_timestamp() + (select "offset" from platform.clock) $$;

-- Programs that were started with a movable clock (never production) hear of a move.
create function platform.tell_clock() returns trigger
  language plpgsql as $$ begin perform pg_notify('platform_clock', ''); return null; end $$;
create trigger clock_moved after update on platform.clock for each statement execute function platform.tell_clock();

create table platform.audit_event (
  audit_event_id bigint generated always as identity primary key,
  organization_id integer,
  at timestamptz not null default platform.now(),
  action text not null,
  subject text,
  subject_user_id integer,
  actor_kind text not null check (actor_kind in ('anonymous', 'user', 'system')),
  actor_user_id integer,
  -- Staff who act as somebody else: both people are named.
  viewed_by integer,
  address text,
  user_agent text,
  request_id text,
  before jsonb,
  after jsonb
);
create index audit_event_subject on platform.audit_event (subject_user_id, at desc);
create index audit_event_organization on platform.audit_event (organization_id, at desc);

create function platform.refuse_change() returns trigger
  language plpgsql as $$ begin raise exception '% is append-only', tg_table_name; end $$;

create trigger audit_event_append_only before update or delete on platform.audit_event
  for each row execute function platform.refuse_change();
