-- What: the conditions of 0775 are validated.
-- Why: a validated condition spares reading the tables under a lock when they become partitions.
-- Locks: none that stops reading or writing.
alter table platform.audit_event validate constraint audit_event_months;
alter table learning.student_course_status_change validate constraint student_course_status_change_months;
