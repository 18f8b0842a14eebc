-- What: exams that a course takes at a provider outside, one row for each session, and what staff decided about it.
-- Why: a course that must end in a proctored exam, or in the provider's own test, is not passed without its result. A result
-- counts only for a session that was made here, so the session is written down before the provider hears of it.
-- Locks: a new table.

create table learning.external_exam (
  external_exam_id integer generated always as identity primary key,
  student_course_id integer not null,
  organization_id integer not null,
  kind text not null check (kind in ('proctored', 'interactive')),
  -- Our own random name of the session, which the provider repeats in all that it says about it.
  reference uuid not null unique default gen_random_uuid(),
  state text not null default 'created' check (state in
    ('created', 'authorized', 'started', 'finished', 'passed', 'failed', 'violation', 'cancelled')),
  provider text not null,
  provider_exam text,
  provider_attempt text,
  launch_url text,
  -- The grade alone, regardless of what the proctor saw.
  score real check (score between 0 and 100),
  exam_passed boolean,
  remarks jsonb not null default '[]',
  created_at timestamptz not null default platform.now(),
  authorized_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  decided_at timestamptz,
  -- When the provider is asked next (null: no more), and how often it has been.
  ask_at timestamptz,
  asks integer not null default 0,
  -- What staff decided about a violation.
  reviewed_at timestamptz,
  reviewed_by_user_id integer,
  accepted boolean,
  review_note text check (length(review_note) between 1 and 2000),
  -- A session that staff cleared, or whose progress was put aside, counts for nothing.
  cleared_at timestamptz,
  check ((reviewed_at is null) = (accepted is null) and (reviewed_at is null) = (review_note is null)),
  check (state = 'created' or state = 'cancelled' or provider_attempt is not null),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id)
);
create unique index external_exam_open on learning.external_exam (student_course_id, kind)
  where cleared_at is null and state in ('created', 'authorized', 'started', 'finished');
create index external_exam_course on learning.external_exam (student_course_id, external_exam_id);
create index external_exam_due on learning.external_exam (ask_at) where ask_at is not null;
create index external_exam_list on learning.external_exam (organization_id, created_at desc, external_exam_id desc)
  where cleared_at is null;
select platform.protect_tenant_table('learning.external_exam'::regclass);
