-- What: evidence of Terms and Privacy without an order, for those that a person accepts when signing up.
-- Why: the form of sign-up asks for it, and what was accepted there must be known years later, too.
-- Locks: writers of checkout.terms_evidence wait while the index is built.

alter table checkout.terms_evidence alter column order_id drop not null;
create index terms_evidence_person on checkout.terms_evidence (user_id) where order_id is null;
