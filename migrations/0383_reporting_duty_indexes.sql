-- no transaction
-- What: one chain of reports for each receiver of a completion, where there was one for each completion.
-- Why: see 0382.
-- Locks: none; the indexes are made concurrently.
drop index concurrently if exists learning.completion_report_chain;
create unique index concurrently completion_report_chain on learning.completion_report (student_course_id, agency, number);
drop index concurrently if exists learning.completion_report_one_live;
create unique index concurrently completion_report_one_live on learning.completion_report (student_course_id, agency)
  where state not in ('rejected', 'replaced');
drop index concurrently if exists learning.completion_report_watched;
create index concurrently completion_report_watched on learning.completion_report (due_at)
  where state = 'watched';
drop index concurrently if exists learning.completion_report_live;
