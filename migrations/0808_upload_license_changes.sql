-- What: the license that a row of an upload corrected, sealed, as it was before and as the row left it.
-- Why: undoing an upload restores the licenses that it corrected.
-- Locks: none that writers wait for; the new column has no default.
alter table backoffice.student_upload_row add column license_change jsonb;
