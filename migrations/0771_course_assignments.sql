-- What: the group and the due date that an organization gives to an enrollment, and the same for an upload of students.
-- Why: a fleet follows its drivers by terminal or team, tells them when to finish, and learns who is late.
-- Locks: none that writers wait for; the table is new, and the new columns have no default.
create table learning.course_assignment (
  student_course_id integer primary key,
  organization_id integer not null,
  group_name text check (length(group_name) between 1 and 100),
  -- The last day to finish, in the organization's zone.
  due_on date,
  -- The due date for which each message went out. A new due date starts over.
  week_reminded_for date,
  day_reminded_for date,
  late_reported_for date,
  updated_at timestamptz not null default platform.now(),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id) on delete cascade
);
create index course_assignment_group on learning.course_assignment (organization_id, group_name);
create index course_assignment_due on learning.course_assignment (due_on);
select platform.protect_tenant_table('learning.course_assignment'::regclass);

-- Late: the due date has passed, and the student must still act (a course that is taken, or has expired).
create view learning.v_course_assignment with (security_invoker = true) as
  select a.student_course_id, a.organization_id, a.group_name, a.due_on, sc.user_id,
         coalesce(a.due_on < (platform.now() at time zone o.time_zone)::date
                  and sc.lk_student_course_status_id in (1, 3, 4, 10, 11, 12, 22), false) as late
  from learning.course_assignment a
  join learning.student_course sc using (student_course_id)
  join identity.v_organization o on o.organization_id = a.organization_id;

alter table backoffice.student_upload
  add column group_name text,
  add column due_on date;
