-- What: the columns of the ASCII account of certificate numbers that an organization entered from its agency's standard.
-- Why: the standards are not public, so the columns are data.
-- Locks: none; the table is new.
create table learning.number_account_layout (
  organization_id integer not null references identity.organization,
  agency text not null,
  layout text not null check (length(layout) between 1 and 20000),
  updated_by integer not null,
  updated_at timestamptz not null default platform.now(),
  primary key (organization_id, agency)
);
select platform.protect_tenant_table('learning.number_account_layout'::regclass);
