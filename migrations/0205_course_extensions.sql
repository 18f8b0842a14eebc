-- What: the days that staff gave a student beyond the end of a course, with the reason.
-- Why: who gave how many days, and why, is asked for by schools and agencies; the same request gives them once.
-- Locks: none; a new table.
create table learning.course_extension (
  course_extension_id integer generated always as identity primary key,
  student_course_id integer not null,
  organization_id integer not null,
  request_id uuid not null unique,
  days integer not null check (days between 1 and 90),
  reason text not null check (length(reason) between 1 and 2000),
  -- Null for an expired course that had no end.
  expired_before timestamptz,
  expires_at timestamptz not null,
  actor_user_id integer,
  at timestamptz not null default platform.now(),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id)
);
create index course_extension_course on learning.course_extension (student_course_id, course_extension_id);
select platform.protect_tenant_table('learning.course_extension'::regclass);
