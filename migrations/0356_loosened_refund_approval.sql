-- What: what needed a second person before somebody asked for less of it, and who that was.
-- Why: whoever switches the approval of refunds off, or raises its limits, is held to the former rule for another 24 hours;
-- else one person alone could switch it off, give money back and switch it on again.
-- Locks: none; the table is new.

create table checkout.loosened_refund_approval (
  loosened_refund_approval_id integer generated always as identity primary key,
  organization_id integer not null references identity.organization,
  loosened_by integer not null references identity.person,
  loosened_at timestamptz not null default platform.now(),
  -- As they were in force for the organization: a rule that was off is not loosened.
  refund_approval_cents integer not null check (refund_approval_cents >= 0),
  refund_approval_day_cents integer not null check (refund_approval_day_cents >= 0)
);
create index loosened_refund_approval_lately on checkout.loosened_refund_approval (organization_id, loosened_at);
create index loosened_refund_approval_person on checkout.loosened_refund_approval (loosened_by);
select platform.protect_tenant_table('checkout.loosened_refund_approval'::regclass);
