-- What: the condition on the codes of organizations is validated.
-- Why: it replaced the former condition without reading the table.
-- Locks: none that stops reading or writing.
alter table identity.organization validate constraint organization_code_form;
