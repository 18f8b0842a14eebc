-- Whoever reads nothing of a person's organization does not read it: a left join that nothing is read of is left out of the
-- plan. Every person has one, and it is in every scope that the person is in, so the rows are the same.
-- Replaces a view.

create or replace view identity.v_person with (security_invoker = true) as
  select p.user_id, p.organization_id, o.code as organization_code, o.name as organization_name,
         p.lk_user_role_id, p.lk_user_status_id, p.loginid, p.email, p.first_name, p.middle_name, p.last_name,
         p.lk_suffix_id, p.dob, p.gender, p.lk_language_id, p.address1, p.address2, p.city, p.lk_state_id, p.zip,
         p.about_you_at, p.created_at, p.updated_at, p.deleted_at,
         (select f.phone_number from identity.phone f where f.user_id = p.user_id order by f.phone_id limit 1) as phone
  from identity.person p
  left join identity.organization o using (organization_id);
