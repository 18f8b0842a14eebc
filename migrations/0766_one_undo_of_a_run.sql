-- no transaction
-- What: at most one undo of a run.
-- Why: of two requests at the same moment, the second finds the first.
-- Locks: none; the index is made concurrently.
drop index concurrently if exists backoffice.bulk_run_undoes;
create unique index concurrently bulk_run_undoes on backoffice.bulk_run (undoes_bulk_run_id)
  where undoes_bulk_run_id is not null;
