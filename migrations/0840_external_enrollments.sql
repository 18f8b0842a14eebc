-- What: learning.v_external_enrollment, the ids that partners' programs give to enrollments.
-- Why: the lines of an invoice name them, so that a program finds its own records at the end of a month.
-- Locks: none; the view is new.
create view learning.v_external_enrollment with (security_invoker = true) as
  select organization_id, external_id, student_course_id from learning.external_enrollment;
