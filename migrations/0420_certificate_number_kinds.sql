-- What: a number of the stock may be for one program only, and may be voided; when staff were last warned of a stock.
-- Why: Texas sells numbers for one kind of course, and asks for an account of every number, the unused ones included. In
--      Florida a copy of a certificate bears the number that the department assigned to the completion.
-- Locks: `alter table` for a moment; a constant default.
alter table learning.certificate_stock_number
  add column program_id text not null default '',
  add column voided_at timestamptz,
  add column voided_by integer,
  add column void_reason text;
alter table learning.certificate_stock add column warned_at timestamptz;
