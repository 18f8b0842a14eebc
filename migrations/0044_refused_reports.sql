-- What staff have corrected in a refused report stays corrected in those that follow it. The table is locked for a moment:
-- the default needs no rewrite.
alter table learning.completion_report add column corrections jsonb not null default '{}';

-- The last alarm (the fifth) is that of a refused report whose deadline comes near and that nobody has mended.
create index completion_report_refused on learning.completion_report (due_at) where state = 'rejected' and alarms < 5;
