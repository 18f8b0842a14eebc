-- What: the ids that partners' programs give to orders.
-- Why: a program finds its own orders in payments and events, and never orders the same thing twice.
-- Locks: none that writers wait for; the table is new.
create table checkout.external_order (
  organization_id integer not null,
  external_id text not null check (length(external_id) between 1 and 100),
  order_id integer not null unique,
  created_at timestamptz not null default platform.now(),
  primary key (organization_id, external_id),
  foreign key (order_id, organization_id) references checkout.customer_order (order_id, organization_id) on delete cascade
);
select platform.protect_tenant_table('checkout.external_order'::regclass);
