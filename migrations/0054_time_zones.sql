-- Legal dates (certificates, receipts, invoices, deadlines, lists) are days of their organization, not of UTC. A constant
-- default rewrites nothing; the table is locked for a moment.
alter table identity.organization add column time_zone text not null default 'America/New_York';

create or replace view identity.v_organization with (security_invoker=true) as
 select organization_id, code, name, lk_organization_status_id, invoice_ind, parent_organization_id, default_ind,
        brand_color, logo, email, phone_number,
        trim(both from (manager_first_name || ' '::text) || manager_last_name) as manager_name,
        hosting_ind, created_at, updated_at, time_zone
 from identity.organization;

-- People begin with the zone of their organization. The trigger stands here because people are made in many ways.
create function identity.fill_timezone() returns trigger language plpgsql as $$
begin
  if new.timezone is null then
    select o.time_zone into new.timezone from identity.organization o where o.organization_id = new.organization_id;
    new.timezone := coalesce(new.timezone, 'America/New_York');
  end if;
  return new;
end $$;
alter table identity.person alter column timezone drop default;
create trigger person_timezone before insert on identity.person
  for each row execute function identity.fill_timezone();
-- UTC was the default that students were given without being asked. Their rows are locked one by one while this runs.
update identity.person p set timezone = o.time_zone
from identity.organization o
where o.organization_id = p.organization_id and p.lk_user_role_id = 3 and p.timezone = 'UTC';

-- The zone by whose days a certificate is printed stands in it; those before this were printed by New York's.
create or replace view learning.v_student_certificate with (security_invoker=true) as
 select student_certificate_id, student_course_id, organization_id, user_id, version, certificate_number,
        certificate_template_id, issued_at, deleted_at, shipped_at, dispatched_at, tracking_number,
        coalesce(model ->> 'time_zone', 'America/New_York') as time_zone
 from learning.student_certificate;
