-- What: people of an organization by role, and courses that wait for staff by organization and status.
-- Why: tiles count up to 10,001 of them every ten seconds. Without these indexes the count reads the tables from their
--      start, past the rows of every other tenant, until it has found so many.
-- Locks: writers of identity.person and learning.student_course wait while the indexes are built.

create index person_role on identity.person (organization_id, lk_user_role_id) where deleted_at is null;

create index student_course_waiting on learning.student_course (organization_id, lk_student_course_status_id)
  where lk_student_course_status_id in (5, 13, 14, 15, 17, 19);
