-- What: test organizations with negative ids, their codes and their clocks.
-- Why: partners try their programs in an organization of their own that no list, report or job of real ones sees.
-- Locks: identity.organization for a moment; the new condition is validated by the next migration.
alter table identity.organization
  drop constraint organization_code_check,
  add constraint organization_code_form check (
    case when organization_id < 0 then code = 'T' || organization_id else code ~ '^[A-Z0-9]{3}$' end) not valid;

-- How far the clock of a test organization was moved. It only moves forward.
create table identity.test_clock (
  organization_id integer primary key references identity.organization (organization_id) check (organization_id < 0),
  moved interval not null default interval '0' check (moved between interval '0' and interval '400 days')
);
select platform.protect_tenant_table('identity.test_clock'::regclass);

-- Business time, by the clock of a test organization where the scope begins with a negative id: '{[-17,-16)}'.
create or replace function platform.now() returns timestamptz
  language sql stable parallel safe
  as $$
    select clock_timestamp() + (select "offset" from platform.clock)
      + case when current_setting('waypost.scope', true) like '{[-%'
             then coalesce((select t.moved from identity.test_clock t
                            where t.organization_id = lower(platform.tenants())), interval '0')
             else interval '0' end
  $$;
