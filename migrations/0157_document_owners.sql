-- What: documents belong to a person (1) or an organization (4).
-- Why: the column had no rule, and from now on the product writes both.
-- Locks: reads catalogue.document once to check the rule; it has one row a document.

alter table catalogue.document add constraint document_entity_type check (lk_entity_type_id in (1, 4));
