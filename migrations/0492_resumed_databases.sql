-- What: when an installation took over a database that was restored or belonged to another one, and who has confirmed since
--      which certificate numbers are left.
-- Why: numbers that were handed out after the moment of the copy look unused in it. None of a stock is used before a person
--      has compared it, and the organization's own numbers leave a gap.
-- Locks: a moment for new columns without defaults.
alter table platform.installation add column resumed_at timestamptz;
alter table learning.certificate_stock add column confirmed_at timestamptz, add column confirmed_by integer;
alter table learning.certificate_counter add column resumed_at timestamptz;
