-- What: links with which a client signs a student in, and the client of a session that began with one.
-- Why: partners send their students into a course without a second password.
-- Locks: `alter table` for a moment; the columns have no default. No references, as with other columns of clients.
create table identity.client_link (
  token_hash bytea primary key,
  -- The student's organization, on whose site the link works.
  organization_id integer not null,
  user_id integer not null,
  client_id integer not null references identity.client (client_id),
  -- The page that it leads to.
  path text not null check (length(path) between 1 and 200),
  created_at timestamptz not null default platform.now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade
);
create index client_link_expiry on identity.client_link (expires_at);
create index client_link_person on identity.client_link (user_id);
select platform.protect_tenant_table('identity.client_link'::regclass);

alter table identity.session add column client_id integer;
alter table identity.sign_in_step add column client_id integer;
