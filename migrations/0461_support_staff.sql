-- What: an index of support staff by the date of their newest change, as administrators and instructors have one.
-- Why: they have a list of their own.
-- Locks: builds an index over the few rows of the role; writes to identity.person wait meanwhile.
create index person_support on identity.person (organization_id, updated_at desc, user_id desc)
  where lk_user_role_id = 4;
