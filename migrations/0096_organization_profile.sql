-- What: addresses, telephone numbers and contacts of an organization, who manages it, the words above its sign-in, and
-- when it was removed.
-- Why: staff keep the whole profile of an organization; city and state are searched for.
-- Locks: columns without a rewrite; views are replaced.

alter table identity.organization
  -- Staff of the organization or one above it; the name beside it is that of a manager without an account.
  add column manager_user_id integer references identity.person (user_id) on delete set null,
  add column use_mailing_as_billing_ind boolean not null default true,
  add column sign_in_text text not null default '' check (length(sign_in_text) <= 500),
  add column suspended_reason text check (length(suspended_reason) <= 1000),
  add column deleted_at timestamptz;

create table identity.organization_address (
  organization_id integer not null references identity.organization (organization_id) on delete cascade,
  -- 1 billing, 2 mailing.
  lk_address_type_id integer not null check (lk_address_type_id in (1, 2)),
  address1 text not null default '',
  address2 text not null default '',
  city text not null default '',
  lk_state_id integer,
  zip text not null default '',
  primary key (organization_id, lk_address_type_id)
);
select platform.protect_tenant_table('identity.organization_address'::regclass);

create table identity.organization_phone (
  phone_id integer generated always as identity primary key,
  organization_id integer not null references identity.organization (organization_id) on delete cascade,
  phone_number text not null,
  lk_phone_number_type_id integer not null default 1
);
create index organization_phone_organization on identity.organization_phone (organization_id);
select platform.protect_tenant_table('identity.organization_phone'::regclass);

create table identity.organization_contact (
  contact_id integer generated always as identity primary key,
  organization_id integer not null references identity.organization (organization_id) on delete cascade,
  lk_contact_type_id integer not null check (lk_contact_type_id between 1 and 3),
  name text not null,
  email text not null default '',
  phone_number text not null default ''
);
create index organization_contact_organization on identity.organization_contact (organization_id);
select platform.protect_tenant_table('identity.organization_contact'::regclass);

create index organization_parent on identity.organization (parent_organization_id);

create or replace view identity.v_organization with (security_invoker = true) as
  select o.organization_id, o.code, o.name, o.lk_organization_status_id, o.invoice_ind, o.parent_organization_id,
         o.default_ind, o.brand_color, o.logo, o.email, o.phone_number,
         trim(o.manager_first_name || ' ' || o.manager_last_name) as manager_name, o.hosting_ind, o.created_at,
         o.updated_at, o.time_zone, o.deleted_at,
         (select a.city from identity.organization_address a
          where a.organization_id = o.organization_id and a.lk_address_type_id = 2) as city,
         (select a.lk_state_id from identity.organization_address a
          where a.organization_id = o.organization_id and a.lk_address_type_id = 2) as lk_state_id,
         o.manager_first_name, o.manager_last_name
  from identity.organization o;
