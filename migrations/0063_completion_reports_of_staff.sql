-- What: indexes for the list of completion reports.
-- Why: staff see what is due, late and refused across all their students, earliest deadline first.
-- Locks: two indexes, built while writers wait; a report is one short row.

create index completion_report_organization
  on learning.completion_report (organization_id, due_at, student_course_id);
create index completion_report_open
  on learning.completion_report (organization_id, due_at, student_course_id) where state <> 'accepted';
