-- What: when the proof of an organization's own site was last looked for, and since when it is missing.
-- Why: a site that changed hands must not read the catalogue for good.
-- Locks: for a moment; the columns have no default.
alter table identity.own_site add column checked_at timestamptz;
alter table identity.own_site add column failing_since timestamptz;
