-- What: an invoice may have no creator.
-- Why: a sandbox has invoices of a month's end, and no person who creates them.
-- Locks: exclusive on checkout.invoice for a change of the catalog alone.
alter table checkout.invoice alter column created_by drop not null;
