-- What: the last valid day of a certificate, in its view.
-- Why: the account and staff show it.
-- Locks: none that readers wait for; a column at the end of a view.
create or replace view learning.v_student_certificate with (security_invoker=true) as
 select student_certificate_id,
    student_course_id,
    organization_id,
    user_id,
    version,
    certificate_number,
    certificate_template_id,
    issued_at,
    deleted_at,
    shipped_at,
    dispatched_at,
    coalesce(model ->> 'time_zone', 'America/New_York') as time_zone,
    model ->> 'valid_until' as valid_until
   from learning.student_certificate;
