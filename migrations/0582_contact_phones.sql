-- What: the other phone numbers of an organization's contact.
-- Why: a contact has a list of phones; the first one stays where the release before reads it.
-- Locks: identity.organization_contact for a moment; the default is constant.
alter table identity.organization_contact add column phones jsonb not null default '[]';
