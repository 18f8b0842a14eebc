-- no transaction
-- What: an index of support staff by the date of their newest change, as administrators and instructors have one.
-- Why: they have a list of their own.
-- Locks: none that writes wait for; the index is built concurrently over the few rows of the role.
drop index concurrently if exists identity.person_support;
create index concurrently person_support on identity.person (organization_id, updated_at desc, user_id desc)
  where lk_user_role_id = 4;
