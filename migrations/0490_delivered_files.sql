-- What: the delivery of the files that were made for an agency.
-- Why: the product itself places them on the agency's server (SFTP) or in a bucket, tries again when it is away, and keeps
--      the receipt. `none`: staff or the folder of the server. A file that `arrived` has reports that still wait for it.
-- Locks: a moment for new columns with constant defaults.
alter table learning.agency_file
  add column delivery text not null default 'none',
  add column delivery_state text not null default 'none',
  add column delivery_attempt integer not null default 0,
  add column next_delivery_at timestamptz,
  add column delivered_at timestamptz,
  add column delivery_receipt text,
  add column delivery_fault text;
