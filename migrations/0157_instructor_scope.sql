-- What: the organizations whose students each instructor sees, as other modules may read them.
-- Why: the courses of an instructor are those of the organizations given to them; where none were given, those of their
-- own organization and below it.
-- Locks: a view only.

create view identity.v_instructor_scope with (security_invoker = true) as
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
  where p.lk_user_role_id = 2 and p.deleted_at is null and not exists (
    select from identity.instructor_organization given
    join identity.organization_closure own
      on own.ancestor_id = p.organization_id and own.descendant_id = given.organization_id
    where given.user_id = p.user_id);
