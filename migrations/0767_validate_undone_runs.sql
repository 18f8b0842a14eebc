-- What: validates that an undo names a run.
-- Why: the reference was added without reading the table.
-- Locks: reads the table beside its writers.
alter table backoffice.bulk_run validate constraint bulk_run_undoes;
