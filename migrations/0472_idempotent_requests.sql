-- What: the answers of clients' changing calls that have an Idempotency-Key, for 24 hours.
-- Why: a program that lost an answer sends its call again, and it must not happen twice.
-- Locks: none; the table is new.
create table platform.idempotent_request (
  client_id integer not null,
  organization_id integer not null,
  -- Hexadecimal.
  key_hash text not null,
  -- Method, path and input: the same key with another request is refused.
  request_hash bytea not null,
  -- Grows when a request is taken over whose process was killed; the former one can no longer write its answer.
  attempt integer not null default 1,
  started_at timestamptz not null,
  -- Sealed (platform/http/idempotency.ts): it may contain codes that are worth money. Null while the request runs.
  answer bytea,
  primary key (client_id, key_hash),
  foreign key (client_id, organization_id) references identity.client (client_id, organization_id)
);
create index idempotent_request_started on platform.idempotent_request (started_at);
select platform.protect_tenant_table('platform.idempotent_request'::regclass);
