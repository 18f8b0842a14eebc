-- What: validates the providers of linked accounts.
-- Why: the check was added without reading the table.
-- Locks: reads the table beside its writers.
alter table identity.social_account validate constraint social_account_provider_check;
