-- What: a change of a course's status records who made it (student, staff, system, agency, payment), and a disabling the
-- reason that it replaced.
-- Why: what one of them has disabled, only that one and staff open again, and a chargeback that is won returns a course to
-- what it was disabled for before.
-- Locks: none that wait: two columns without default. Rows of an older process have neither, and are read by their reason.

alter table learning.student_course_status_change
  add column from_reason_id integer,
  add column changed_by text check (changed_by in ('student', 'staff', 'system', 'agency', 'payment'));
