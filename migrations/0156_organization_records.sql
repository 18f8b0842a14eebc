-- What: an invitation may be to manage the inviting organization; documents belong to a person (1) or an organization (4);
-- the contacts of organizations as other modules may read them.
-- Why: who accepts such an invitation becomes the manager in the same transaction; the list of organizations is narrowed
-- by the name of a contact.
-- Locks: a column with a constant default, without a rewrite; reads catalogue.document once to check the rule.

alter table identity.invitation add column manager_ind boolean not null default false;

alter table catalogue.document add constraint document_entity_type check (lk_entity_type_id in (1, 4));

create view identity.v_organization_contact with (security_invoker = true) as
  select contact_id, organization_id, lk_contact_type_id, name from identity.organization_contact;
