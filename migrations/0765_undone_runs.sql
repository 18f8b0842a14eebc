-- What: a run that undoes another, what each row was before and after a run, and until when a task can be undone.
-- Why: an action on all matching rows could not be undone, while one on selected rows could. A row that changed after the
-- run is recognized by its state, and left as it is.
-- Locks: new columns without defaults, and a reference that is not validated: a moment each.

alter table backoffice.bulk_run add column undoes_bulk_run_id integer;
alter table backoffice.bulk_run add constraint bulk_run_undoes
  foreign key (undoes_bulk_run_id, organization_id)
  references backoffice.bulk_run (bulk_run_id, organization_id) on delete set null (undoes_bulk_run_id) not valid;
alter table backoffice.bulk_run_row add column state_before jsonb;
alter table backoffice.bulk_run_row add column state_after jsonb;
alter table identity.task add column undo_until timestamptz;
