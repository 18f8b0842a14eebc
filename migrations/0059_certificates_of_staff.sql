-- What: what staff corrected on a certificate stands beside it; its unused tracking number goes.
-- Why: a correction is a new version, and the versions after it must keep what was corrected. The tracking number of a
-- parcel has one home, its order line; no program has ever written it here.
-- Locks: a column with a constant default and one dropped, no rewrite; a view made anew, which nothing else reads by that column.

alter table learning.student_certificate add column corrections jsonb not null default '{}';

drop view learning.v_student_certificate;
alter table learning.student_certificate drop column tracking_number;
create view learning.v_student_certificate with (security_invoker=true) as
 select student_certificate_id, student_course_id, organization_id, user_id, version, certificate_number,
        certificate_template_id, issued_at, deleted_at, shipped_at, dispatched_at,
        coalesce(model ->> 'time_zone', 'America/New_York') as time_zone
 from learning.student_certificate;

create or replace function learning.keep_certificate() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['deleted_at', 'shipped_at', 'dispatched_at'];
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - movable = to_jsonb(new) - movable then
    return new;
  end if;
  raise exception 'an issued certificate does not change';
end $$;
