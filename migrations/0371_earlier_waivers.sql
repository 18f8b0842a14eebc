-- What: a row of learning.identity_waiver for each waiver that the columns of learning.identity_setup hold.
-- Why: this release reads the rows. 0370 writes those of waivers that change while this runs.
-- Locks: the setups that have a waiver, until the end: one that is changed at the same moment is read after its change.

insert into learning.identity_waiver (student_course_id, organization_id, method, waived_at, by_staff, user_id, reason)
select s.student_course_id, s.organization_id, w.method, w.waived_at, w.by_staff, w.user_id, w.reason
from (
  select * from learning.identity_setup
  where phone_waived_at is not null or typing_waived_at is not null or device_waived_at is not null
  for no key update) s
cross join lateral learning.waivers_of_columns(
  s.phone_waived_at, s.typing_waived_at, s.device_waived_at, s.waived_by_staff) w
on conflict do nothing;
