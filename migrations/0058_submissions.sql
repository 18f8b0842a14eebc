-- What: what students hand in for a person to read, and what that person decided.
-- Why: staff list it by course and by when it was handed in, which would else be worked out of every attempt and document;
-- two graders must not undo each other's work (version); who decided what, and what was sent back, is kept.
-- Locks: columns without a rewrite; the first fill reads quiz_attempt and registration_document once.

alter table learning.quiz_attempt
  add column version integer not null default 1,
  add column comment text check (length(comment) <= 149),
  add column graded_by_user_id integer,
  add column graded_at timestamptz;

alter table learning.registration_answer
  -- A document that a person has to accept before the course can be completed.
  add column needs_review boolean not null default false,
  add column reviewed_by_user_id integer,
  add column reviewed_at timestamptz,
  add column accepted_at timestamptz,
  add constraint registration_answer_one_decision check (accepted_at is null or rejected_at is null);

-- The answers of an attempt that was sent back, word for word, as they were before their student mended them.
create table learning.returned_answer (
  returned_answer_id integer generated always as identity primary key,
  organization_id integer not null,
  quiz_attempt_id integer not null,
  question_id integer not null,
  answer jsonb,
  comment text,
  mended_at timestamptz not null default platform.now(),
  foreign key (quiz_attempt_id, organization_id)
    references learning.quiz_attempt (quiz_attempt_id, organization_id) on delete cascade
);
create index returned_answer_attempt on learning.returned_answer (quiz_attempt_id);
select platform.protect_tenant_table('learning.returned_answer'::regclass);

-- One row for each course and kind; `waiting` is how many of them a person has still to read.
create table learning.submission (
  student_course_id integer not null,
  kind text not null check (kind in ('quiz', 'document')),
  organization_id integer not null,
  finished_at timestamptz not null,
  waiting integer not null check (waiting >= 0),
  primary key (student_course_id, kind),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id)
);
create index submission_organization
  on learning.submission (organization_id, kind, finished_at desc, student_course_id desc);
create index submission_waiting on learning.submission (organization_id, kind) where waiting > 0;
select platform.protect_tenant_table('learning.submission'::regclass);

insert into learning.submission (student_course_id, kind, organization_id, finished_at, waiting)
select student_course_id, 'quiz', organization_id, max(submitted_at),
       count(*) filter (where lk_quiz_attempt_status_id in (3, 7))
from learning.quiz_attempt
where submitted_at is not null
group by student_course_id, organization_id;

insert into learning.submission (student_course_id, kind, organization_id, finished_at, waiting)
select d.student_course_id, 'document', d.organization_id, max(d.created_at), 0
from learning.registration_document d
join learning.registration_answer a
  on a.student_course_id = d.student_course_id and a.question_id = d.question_id
 and a.answer = to_jsonb(d.attachment_id)
group by d.student_course_id, d.organization_id;

-- A course that begins anew puts aside what was sent back, too.
alter table learning.reset_record drop constraint reset_record_kind_check;
alter table learning.reset_record add constraint reset_record_kind_check check (kind in (
  'student_progress', 'watched_video', 'quiz_attempt', 'quiz_answer', 'inline_answer', 'quiz_retake_payment',
  'returned_answer'));
