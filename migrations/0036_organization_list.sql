-- What the list of organizations shows of each: whom to call there, hosting, and since when. And the order in which the
-- course websites of an organization are listed: an index over a table of some thousand rows, whose writers wait for
-- moments.

create or replace view identity.v_organization with (security_invoker = true) as
  select organization_id, code, name, lk_organization_status_id, invoice_ind, parent_organization_id, default_ind,
         brand_color, logo, email, phone_number,
         trim(manager_first_name || ' ' || manager_last_name) as manager_name, hosting_ind, created_at, updated_at
  from identity.organization;

create index course_website_organization on catalogue.course_website (organization_id, course_website_id)
  where deleted_at is null;
