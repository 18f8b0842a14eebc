-- What: the accounts of organizations at agencies, and the queues that are held back.
-- Why: agencies with a wire format of their own know each school by its account; a fault of the account, or staff, stop
--      what is sent under it until it is corrected. The depth in the tree of organizations finds the nearest account.
-- Locks: a view is replaced, a column longer; otherwise new tables and views.

create or replace view identity.v_organization_scope with (security_invoker = true) as
select ancestor_id as organization_id, descendant_id, depth from identity.organization_closure;

create table learning.agency_account (
  organization_id integer not null references identity.organization,
  agency text not null,
  method text not null check (method in ('service', 'file', 'worksheet', 'neutral')),
  -- Texts by the name of their field.
  settings jsonb not null default '{}',
  -- The same, each sealed.
  secrets jsonb not null default '{}',
  -- The number of the last file.
  file_number integer not null default 0,
  updated_at timestamptz not null default platform.now(),
  updated_by integer not null,
  primary key (organization_id, agency)
);
select platform.protect_tenant_table('learning.agency_account'::regclass);

create table learning.agency_hold (
  organization_id integer not null references identity.organization,
  agency text not null,
  -- The agency's code or one of ours, if the product placed the hold; otherwise the person and the reason.
  code text,
  reason text not null default '',
  user_id integer,
  held_at timestamptz not null default platform.now(),
  primary key (organization_id, agency),
  check ((code is null) = (user_id is not null))
);
select platform.protect_tenant_table('learning.agency_hold'::regclass);

-- The account that an organization reports with: its own, otherwise the nearest one above it.
create view learning.v_agency_account with (security_invoker = true) as
select distinct on (s.descendant_id, a.agency)
       s.descendant_id as organization_id, a.agency, a.organization_id as holder_id, a.method
from learning.agency_account a
join identity.v_organization_scope s on s.organization_id = a.organization_id
order by s.descendant_id, a.agency, s.depth;

-- Organizations whose reports to an agency are not sent by themselves: staff take them (worksheets, files), or a hold of
-- the organization or one above it applies. A hold does not reach an account of an organization below it.
create view learning.v_agency_stop with (security_invoker = true) as
select organization_id, agency from learning.v_agency_account where method in ('file', 'worksheet')
union
select s.descendant_id, h.agency
from learning.agency_hold h
join identity.v_organization_scope s on s.organization_id = h.organization_id
where not exists (
  select from learning.v_agency_account a
  join identity.v_organization_scope b on b.descendant_id = a.holder_id
  where a.organization_id = s.descendant_id and a.agency = h.agency
    and b.organization_id = h.organization_id and b.depth > 0);
