-- What: the address that somebody wants for their own account until they have opened the link sent to it; one at a time for
-- each person. A new table: locks nothing.

create table identity.email_change (
  email_change_id bigint generated always as identity primary key,
  user_id integer not null unique,
  organization_id integer not null,
  email text not null,
  -- The login id becomes the address, too.
  with_loginid boolean not null,
  token_hash bytea unique,
  created_at timestamptz not null default platform.now(),
  expires_at timestamptz not null,
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade
);
create index email_change_expires on identity.email_change (expires_at);

select platform.protect_tenant_table('identity.email_change'::regclass);
