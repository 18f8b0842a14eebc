-- What: statements of students that a program excludes them, and corrections by staff, as rows of the course.
-- Why: the footprint read them from the audit log, which is archived earlier than the record of a course may be deleted.
-- Locks: a new table only. While a program of 0621 still serves, its corrections are in the audit log alone.
create table learning.eligibility_event (
  eligibility_event_id integer generated always as identity primary key,
  student_course_id integer not null,
  organization_id integer not null,
  -- A correction without a violation says that no exclusion applies.
  kind text not null check (kind in ('excluded', 'corrected')),
  violation text,
  citation text,
  reason text,
  actor_user_id integer,
  at timestamptz not null default platform.now(),
  foreign key (student_course_id, organization_id) references learning.student_course (student_course_id, organization_id)
);
create index eligibility_event_course on learning.eligibility_event (student_course_id, at);
select platform.protect_tenant_table('learning.eligibility_event'::regclass);

insert into learning.eligibility_event
  (student_course_id, organization_id, kind, violation, citation, reason, actor_user_id, at)
select c.student_course_id, c.organization_id, case e.action when 'registration.exclude' then 'excluded' else 'corrected' end,
       e.after ->> 'violation', e.after ->> 'citation', e.after ->> 'reason',
       case e.action when 'registration.correct' then e.actor_user_id end, e.at
from platform.audit_event e
join learning.student_course c on e.subject = 'student_course_id:' || c.student_course_id
where e.action in ('registration.exclude', 'registration.correct')
order by e.audit_event_id;
