-- What: whoever sees an instructor also sees which organizations were given to them; an instructor whose only given
-- organization has left their tree has nothing instead of everything.
-- Why: row level security hid such a row, so the instructor looked like one to whom nothing was given.
-- Locks: identity.instructor_organization for a moment, for the policy; the view is replaced.

create policy with_person on identity.instructor_organization for select
  using (exists (select from identity.person p
                 where p.user_id = instructor_organization.user_id
                   and (select platform.tenants()) @> p.organization_id));

create or replace view identity.v_instructor_scope with (security_invoker = true) as
  select p.user_id, below.descendant_id as organization_id
  from identity.person p
  join identity.instructor_organization given on given.user_id = p.user_id
  join identity.organization_closure own
    on own.ancestor_id = p.organization_id and own.descendant_id = given.organization_id
  join identity.organization_closure below on below.ancestor_id = given.organization_id
  where p.lk_user_role_id = 2 and p.deleted_at is null
  union
  select p.user_id, c.descendant_id
  from identity.person p
  join identity.organization_closure c on c.ancestor_id = p.organization_id
  where p.lk_user_role_id = 2 and p.deleted_at is null
    and not exists (select from identity.instructor_organization given where given.user_id = p.user_id);
