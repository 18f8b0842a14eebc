-- What: clients (programs of an organization) with their keys, tokens and calls by day; the client of an audit event, an
-- order and a batch of keys.
-- Why: partners' programs call the API with a credential of their own instead of a person's session.
-- Locks: `alter table` for a moment; the checks are validated by 0471.
create table identity.client (
  client_id integer generated always as identity primary key,
  organization_id integer not null references identity.organization (organization_id),
  name text not null check (length(name) between 1 and 100),
  purpose text not null check (length(purpose) between 1 and 500),
  contact_email text not null check (length(contact_email) between 3 and 254),
  permissions text[] not null,
  -- The organizations that it works for, with those below them; null: all of its own.
  works_for integer[],
  -- Where it may call from; empty: anywhere.
  networks cidr[] not null default '{}',
  -- Public keys of private_key_jwt, as a JSON Web Key Set.
  public_keys jsonb,
  ends_at timestamptz,
  used_at timestamptz,
  created_by integer not null references identity.person (user_id),
  created_at timestamptz not null default platform.now(),
  ended_at timestamptz,
  ended_by integer references identity.person (user_id),
  unique (client_id, organization_id),
  check ((ended_at is null) = (ended_by is null))
);
create index client_organization on identity.client (organization_id);
select platform.protect_tenant_table('identity.client'::regclass);

create table identity.client_key (
  client_key_id integer generated always as identity primary key,
  client_id integer not null,
  organization_id integer not null,
  -- Its beginning, by which people find it.
  start text not null,
  key_hash bytea not null unique,
  used_at timestamptz,
  created_by integer not null references identity.person (user_id),
  created_at timestamptz not null default platform.now(),
  ended_at timestamptz,
  foreign key (client_id, organization_id) references identity.client (client_id, organization_id),
  unique (client_key_id, organization_id)
);
create index client_key_client on identity.client_key (client_id);
select platform.protect_tenant_table('identity.client_key'::regclass);

create table identity.client_token (
  token_hash bytea primary key,
  client_id integer not null,
  organization_id integer not null,
  -- The key that it was requested with; null: a signed assertion.
  client_key_id integer,
  -- The organization on whose site it was requested: it works there and below.
  site_id integer not null references identity.organization (organization_id),
  permissions text[] not null,
  expires_at timestamptz not null,
  foreign key (client_id, organization_id) references identity.client (client_id, organization_id),
  foreign key (client_key_id, organization_id) references identity.client_key (client_key_id, organization_id)
);
create index client_token_expiry on identity.client_token (expires_at);
create index client_token_client on identity.client_token (client_id);
select platform.protect_tenant_table('identity.client_token'::regclass);

-- Identifiers of assertions that were used, until they expire: each works once.
create table identity.client_assertion (
  client_id integer not null,
  organization_id integer not null,
  assertion_hash bytea not null,
  expires_at timestamptz not null,
  primary key (client_id, assertion_hash),
  foreign key (client_id, organization_id) references identity.client (client_id, organization_id)
);
create index client_assertion_expiry on identity.client_assertion (expires_at);
select platform.protect_tenant_table('identity.client_assertion'::regclass);

create table identity.client_day (
  client_id integer not null,
  organization_id integer not null,
  on_day date not null,
  calls integer not null default 0,
  refusals integer not null default 0,
  primary key (client_id, on_day),
  foreign key (client_id, organization_id) references identity.client (client_id, organization_id)
);
select platform.protect_tenant_table('identity.client_day'::regclass);

create view identity.v_client with (security_invoker = true) as
  select client_id, organization_id, name from identity.client;

alter table platform.audit_event add column actor_client_id integer;
alter table platform.audit_event add constraint audit_event_actor_known
  check (actor_kind in ('anonymous', 'user', 'client', 'system')
         and (actor_kind = 'client') = (actor_client_id is not null)) not valid;
alter table platform.audit_event drop constraint audit_event_actor_kind_check;

create or replace view platform.v_audit_event with (security_invoker = true) as
  select audit_event_id, organization_id, at, action, subject, subject_user_id, actor_kind, actor_user_id, viewed_by,
         after, request_id, before, actor_client_id
  from platform.audit_event;

alter table checkout.customer_order add column created_by_client integer;
alter table checkout.authorization_key_batch add column created_by_client integer;
alter table checkout.authorization_key_batch alter column created_by drop not null;
alter table checkout.authorization_key_batch add constraint authorization_key_batch_creator
  check (num_nonnulls(created_by, created_by_client) = 1) not valid;
