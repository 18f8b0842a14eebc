-- What: what fills the places of the sentences that the product stores (bell, tasks, rows of an upload).
-- Why: they were stored as they are said in English and Spanish, so that a third language read English. Now the columns
--      of texts hold the texts of the product with their places, which are said in the reader's language when they are
--      read. Rows of before have no places, and are said as they are.
-- Locks: new columns with a constant default: the tables are not written anew.

alter table identity.notification add column params jsonb not null default '{}';
alter table identity.task
  add column title_params jsonb not null default '{}',
  add column summary_params jsonb not null default '{}';
alter table backoffice.student_upload_row
  add column problem_params jsonb not null default '{}',
  add column kept_params jsonb not null default '{}';
