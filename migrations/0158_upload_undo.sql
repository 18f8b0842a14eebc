-- What: an upload of students can be taken back, row by row: when that began, its task, and what became of each row.
-- Why: a wrong file is undone while no one has used what it made; what was used stays and says why.
-- Locks: columns without a rewrite.

alter table backoffice.student_upload
  add column undo_task_id integer,
  add column undo_started_at timestamptz,
  add constraint student_upload_undo check ((undo_task_id is null) = (undo_started_at is null)),
  add constraint student_upload_undo_started check (undo_started_at is null or started_at is not null);

alter table backoffice.student_upload_row
  -- Taken back, or looked at and left: then the reason is beside it.
  add column undone_at timestamptz,
  add column kept_en text,
  add column kept_es text,
  add constraint student_upload_row_kept check ((kept_en is null) = (kept_es is null)),
  add constraint student_upload_row_undone check (undone_at is null or done_at is not null);
