-- What: the contacts of organizations as other modules may read them.
-- Why: the list of organizations is narrowed by the name of a contact.
-- Locks: a view only.

create view identity.v_organization_contact with (security_invoker = true) as
  select contact_id, organization_id, lk_contact_type_id, name from identity.organization_contact;
