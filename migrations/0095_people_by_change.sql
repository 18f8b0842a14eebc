-- What: people of all roles in the order of their last change.
-- Why: GET /user/fetch lists them so; without it the first page would sort every person of the organization.
-- Locks: writers of identity.person wait while the index is built.

create index person_updated on identity.person (organization_id, updated_at desc, user_id desc) where deleted_at is null;
