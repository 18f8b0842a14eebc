-- What: the organizations whose rows the file of a background task may hold.
-- Why: whoever lost some of them since could still open the file for a week.
-- Locks: the table of tasks, for the moment of adding a column with a constant default.

alter table identity.task add column organization_ids integer[] not null default '{}';
