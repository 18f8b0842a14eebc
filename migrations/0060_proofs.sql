-- What: how each stretch of seat time ended; until when a student was told that a course is about to expire; what buyers
-- agreed to, for other modules to read.
-- Why: an auditor asks why time stopped, and the ledger did not say; the email before a course expires is sent once for
-- each date; the disclaimer of most courses is agreed to at the checkout, and its proof is asked for with the course.
-- Locks: two nullable columns without a rewrite, a constraint that looks at new rows alone, a view made anew, a new view.

-- 'silent': the page sent nothing for longer than a beat may credit. 'continued': the next range begins where it ends. Null
-- for ranges older than this column.
alter table learning.seat_range add column ended_because text;
alter table learning.seat_range add constraint seat_range_ended_because
  check (ended_because in ('moved', 'idle', 'status', 'left', 'silent', 'continued')) not valid;

create or replace view learning.v_seat_range with (security_invoker=true) as
  select seat_range_id, organization_id, user_id, student_course_id, student_progress_id, component_id, lease_id, from_at,
         to_at, beats, claimed_seconds, ended_because
  from learning.seat_range;

-- The `expires_at` of which the student was told: a course with another date is told of again.
alter table learning.student_course add column expiry_told_for timestamptz;
create index student_course_expires on learning.student_course (expires_at) where expires_at is not null;

create view checkout.v_agreement with (security_invoker=true) as
  select agreement_evidence_id, order_id, organization_id, user_id, encode(text_hash, 'hex') as text_hash, typed, at,
         address, user_agent
  from checkout.agreement_evidence;
