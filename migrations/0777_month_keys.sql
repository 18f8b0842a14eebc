-- no transaction
-- What: unique indexes of the number and the time of audit events and changes of a status.
-- Why: the primary key of a table that is partitioned by time contains the time.
-- Locks: none that writers wait for.
drop index concurrently if exists platform.audit_event_month_key;
create unique index concurrently audit_event_month_key on platform.audit_event (audit_event_id, at);
drop index concurrently if exists learning.student_course_status_change_month_key;
create unique index concurrently student_course_status_change_month_key
  on learning.student_course_status_change (student_course_status_change_id, at);
