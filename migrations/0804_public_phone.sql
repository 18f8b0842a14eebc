-- What: the view of organizations has the phone number that the public sees: the organization's first one.
-- Why: the manager's own number was shown on the site, in emails and on certificates although the organization had one.
-- Locks: the view, for a moment.
create or replace view identity.v_organization with (security_invoker = true) as
select o.organization_id, o.code, o.name, o.lk_organization_status_id, o.invoice_ind, o.parent_organization_id,
       o.default_ind, o.brand_color, o.logo, o.email, o.phone_number,
       trim(o.manager_first_name || ' ' || o.manager_last_name) as manager_name, o.hosting_ind, o.created_at,
       o.updated_at, o.time_zone, o.deleted_at,
       (select a.city from identity.organization_address a
        where a.organization_id = o.organization_id and a.lk_address_type_id = 2) as city,
       (select a.lk_state_id from identity.organization_address a
        where a.organization_id = o.organization_id and a.lk_address_type_id = 2) as lk_state_id,
       o.manager_first_name, o.manager_last_name,
       coalesce((select p.phone_number from identity.organization_phone p
                 where p.organization_id = o.organization_id order by p.phone_id limit 1),
                o.phone_number) as public_phone
from identity.organization o;
