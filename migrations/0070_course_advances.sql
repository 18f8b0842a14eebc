-- What: each time that staff moved a student on in a course, with the reason.
-- Why: it credits no seat time and must be explained to an auditor for as long as the course is on record.
-- Locks: a new table only.

create table learning.course_advance (
  course_advance_id integer generated always as identity primary key,
  organization_id integer not null,
  student_course_id integer not null,
  component_id integer not null,
  -- How many components were passed over by it.
  advanced integer not null check (advanced > 0),
  reason text not null check (length(reason) between 1 and 500),
  -- Who asked and, where a second person was needed, who approved: ids, because staff of an organization above do it, too.
  advanced_by integer not null,
  approved_by integer check (approved_by <> advanced_by),
  at timestamptz not null default platform.now(),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id)
);
create index course_advance_course on learning.course_advance (student_course_id, at);
create trigger course_advance_append_only before update or delete on learning.course_advance
  for each row execute function platform.refuse_change();
select platform.protect_tenant_table('learning.course_advance'::regclass);
