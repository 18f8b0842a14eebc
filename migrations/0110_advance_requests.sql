-- What: requests to move a student on in a course, which wait for a second person.
-- Why: a regulated course is advanced by two people, and what was asked, by whom and what became of it is on record.
-- Locks: a new table only.

create table backoffice.advance_request (
  advance_request_id integer generated always as identity primary key,
  organization_id integer not null,
  student_course_id integer not null,
  -- The student, for their history.
  user_id integer not null,
  component_id integer not null,
  complete_ind boolean not null,
  final_ind boolean not null,
  reason text not null check (length(reason) between 1 and 500),
  -- Ids of staff, who may be of an organization above.
  asked_by integer not null,
  asked_at timestamptz not null default platform.now(),
  expires_at timestamptz not null default platform.now() + interval '7 days',
  decision text check (decision in ('approved', 'declined', 'withdrawn', 'expired')),
  decided_by integer,
  decided_at timestamptz,
  note text check (length(note) between 1 and 500),
  check ((decision is null) = (decided_at is null)),
  check ((decided_by is not null) = coalesce(decision in ('approved', 'declined', 'withdrawn'), false)),
  -- Two people, whatever the program does.
  check (decision not in ('approved', 'declined') or decided_by <> asked_by),
  check (decision <> 'withdrawn' or decided_by = asked_by),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id)
);
-- One waits for each course.
create unique index advance_request_waiting on backoffice.advance_request (student_course_id) where decision is null;
create index advance_request_course on backoffice.advance_request (student_course_id, organization_id);
create index advance_request_organization on backoffice.advance_request (organization_id, asked_at) where decision is null;
select platform.protect_tenant_table('backoffice.advance_request'::regclass);
