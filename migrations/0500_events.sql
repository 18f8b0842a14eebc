-- What: the events that partners' programs read, the endpoints that they are delivered to, and the deliveries.
-- Why: a program must hear of what happens without asking for everything again.
-- Locks: none; the tables are new.
create sequence platform.event_position;

create table platform.event (
  event_id uuid primary key default gen_random_uuid(),
  organization_id integer not null references identity.organization (organization_id),
  type text not null check (length(type) between 1 and 60),
  version smallint not null,
  -- The permission that a client needs to read it.
  needs text not null,
  -- The record that it is about: its events are delivered in order.
  subject text not null check (length(subject) between 1 and 60),
  data jsonb not null,
  created_at timestamptz not null default platform.now(),
  -- The order of writing, which is not that of commits.
  written bigint generated always as identity,
  -- Given after the commit (platform/events/publish-events.ts), so that no reader's cursor passes an event that it
  -- cannot see yet; null until then.
  position bigint unique
);
create index event_written on platform.event (written) where position is null;
create index event_organization on platform.event (organization_id, position);
create index event_created on platform.event (created_at);
select platform.protect_tenant_table('platform.event'::regclass);
grant usage on sequence platform.event_position to waypost_app;

create view platform.v_event with (security_invoker = true) as
  select event_id, organization_id, type, version, needs, subject, data, created_at, position from platform.event;

-- Sent at commit; equal notifications of one transaction are one.
create function platform.notify_event() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('platform_event', '');
  return null;
end $$;
create trigger notify_event after insert on platform.event
  for each statement execute function platform.notify_event();

create table identity.webhook_endpoint (
  webhook_endpoint_id integer generated always as identity primary key,
  client_id integer not null,
  organization_id integer not null,
  url text not null check (length(url) between 8 and 500),
  -- Empty: every type that the client may read.
  event_types text[] not null default '{}',
  -- Sealed. While receivers change to a new secret, the former one signs, too.
  secret bytea not null,
  former_secret bytea,
  former_until timestamptz,
  -- Who created it: an Admin, or the client itself.
  created_by integer references identity.person (user_id),
  created_at timestamptz not null default platform.now(),
  -- The key with which the client itself created it or changed its address; null if an Admin did, or an assertion.
  client_key_id integer,
  paused_at timestamptz,
  -- Why it was paused: by its Admins, after days of failures, by its own answer 410, or with the end of that key.
  paused_why text check (paused_why in ('staff', 'failing', 'gone', 'key_ended')),
  ended_at timestamptz,
  -- The first of the failures since the last success.
  failing_since timestamptz,
  failures integer not null default 0,
  -- Not called before: grows with its failures.
  held_until timestamptz,
  -- One worker at a time delivers to it, until then; only that worker releases it.
  claimed_until timestamptz,
  claimed_by uuid,
  foreign key (client_id, organization_id) references identity.client (client_id, organization_id),
  foreign key (client_key_id, organization_id) references identity.client_key (client_key_id, organization_id),
  unique (webhook_endpoint_id, organization_id),
  check ((paused_at is null) = (paused_why is null)),
  check ((claimed_until is null) = (claimed_by is null)),
  check ((former_secret is null) = (former_until is null))
);
create index webhook_endpoint_client on identity.webhook_endpoint (client_id);
create index webhook_endpoint_key on identity.webhook_endpoint (client_key_id) where client_key_id is not null;
create index webhook_endpoint_organization on identity.webhook_endpoint (organization_id);
select platform.protect_tenant_table('identity.webhook_endpoint'::regclass);

create table identity.webhook_delivery (
  webhook_delivery_id bigint generated always as identity primary key,
  webhook_endpoint_id integer not null,
  -- That of the endpoint; the event may belong to one below it.
  organization_id integer not null,
  event_id uuid not null references platform.event (event_id) on delete cascade,
  subject text not null,
  position bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  first_try_at timestamptz,
  next_try_at timestamptz not null default platform.now(),
  created_at timestamptz not null default platform.now(),
  settled_at timestamptz,
  foreign key (webhook_endpoint_id, organization_id)
    references identity.webhook_endpoint (webhook_endpoint_id, organization_id),
  unique (webhook_endpoint_id, event_id),
  unique (webhook_delivery_id, organization_id)
);
create index webhook_delivery_waiting on identity.webhook_delivery (webhook_endpoint_id, position)
  where state = 'waiting';
create index webhook_delivery_subject on identity.webhook_delivery (webhook_endpoint_id, subject, position)
  where state = 'waiting';
create index webhook_delivery_newest on identity.webhook_delivery (webhook_endpoint_id, webhook_delivery_id desc);
create index webhook_delivery_event on identity.webhook_delivery (event_id);
select platform.protect_tenant_table('identity.webhook_delivery'::regclass);

create table identity.webhook_attempt (
  webhook_attempt_id bigint generated always as identity primary key,
  webhook_delivery_id bigint not null,
  organization_id integer not null,
  attempted_at timestamptz not null default platform.now(),
  milliseconds integer not null,
  -- Null without an answer; `fault` then says why.
  http_status integer,
  fault text check (length(fault) <= 300),
  -- The beginning of the answer.
  answer text check (length(answer) <= 2000),
  foreign key (webhook_delivery_id, organization_id)
    references identity.webhook_delivery (webhook_delivery_id, organization_id) on delete cascade
);
create index webhook_attempt_delivery on identity.webhook_attempt (webhook_delivery_id, webhook_attempt_id desc);
select platform.protect_tenant_table('identity.webhook_attempt'::regclass);
