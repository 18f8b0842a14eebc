-- What: what fills the places of the sentence that says why a row was not done.
-- Why: it is said in the language of whoever opens the file, like the other sentences that are stored.
-- Locks: a new column with a constant default: the table is not written anew.

alter table backoffice.bulk_run_row add column why_params jsonb not null default '{}';
