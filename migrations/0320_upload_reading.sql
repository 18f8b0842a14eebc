-- What was read of an uploaded spreadsheet: its sheet, the other sheets and the row of its headings. Staff see it before they
-- upload. New columns with constant defaults: no rewrite, a short lock; servers of the version before ignore them.
alter table backoffice.student_upload
  add column heading_row integer not null default 1,
  add column headings_known boolean not null default true,
  add column sheet_name text not null default '',
  add column other_sheets jsonb not null default '[]';
