-- What: when somebody changed their own email address or login id, so that it can be done three times a day and the address
-- before is told once. A new table: locks nothing.

create table identity.sign_in_change (
  sign_in_change_id bigint generated always as identity primary key,
  user_id integer not null,
  organization_id integer not null,
  at timestamptz not null default platform.now(),
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade
);
create index sign_in_change_user on identity.sign_in_change (user_id, at);
create index sign_in_change_at on identity.sign_in_change (at);

select platform.protect_tenant_table('identity.sign_in_change'::regclass);
