-- What: how an organization pays: its customer at the gateway, and the cards and bank accounts that it keeps there.
-- Why: payment methods of an organization are its own and outlive the account of its manager. Numbers stay with the
-- gateway; here is what a method is recognised by.
-- Locks: new tables only.

create table checkout.organization_customer (
  organization_id integer primary key references identity.organization,
  customer_profile_id text not null,
  created_at timestamptz not null default platform.now()
);
select platform.protect_tenant_table('checkout.organization_customer'::regclass);

create table checkout.organization_payment_profile (
  payment_profile_id integer generated always as identity primary key,
  organization_id integer not null references checkout.organization_customer on delete cascade,
  gateway_profile_id text not null,
  -- 1 card, 2 bank account.
  lk_payment_type_id integer not null check (lk_payment_type_id in (1, 2)),
  brand text not null default '' check (length(brand) <= 40),
  last_4 text not null check (last_4 ~ '^[0-9]{4}$'),
  default_ind boolean not null default false,
  created_at timestamptz not null default platform.now(),
  unique (organization_id, gateway_profile_id)
);
create unique index organization_payment_profile_default on checkout.organization_payment_profile (organization_id)
  where default_ind;
select platform.protect_tenant_table('checkout.organization_payment_profile'::regclass);
