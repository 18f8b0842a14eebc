-- What: who sits a course: what a student sets up before it, the checks that interrupt it, and appeals.
-- Why: regulated courses must know that the right person sits them. An answer is kept as a keyed hash under a random key
-- of its student course, which is itself sealed: nobody reads it again, and a new SECRET does not lock anybody out.
-- Locks: new tables; two columns on seat_lease without a rewrite; the new checks on its rows and on the ledger are not
-- verified for rows that are there, which the former checks cover.

create table learning.identity_setup (
  student_course_id integer primary key,
  organization_id integer not null,
  -- The sealed key of the answers' hashes.
  answer_key bytea not null,
  agreed_at timestamptz,
  agreed_text_hash text,
  agreed_address text,
  -- Sealed: the number that codes go to, as +15555550123.
  phone bytea,
  phone_proven_at timestamptz,
  -- The hours in which the student can be called, by weekday, where the course lets them choose.
  phone_hours jsonb,
  -- A person who cannot type evenly answers questions instead.
  typing_waived_at timestamptz,
  completed_at timestamptz,
  -- The last check that was passed, the session in which, and the course's seat time then.
  passed_at timestamptz,
  passed_session_id bigint,
  passed_spent_ms bigint not null default 0,
  -- How often the student has unlocked the course, and wrong answers on the way to the next time.
  self_helps integer not null default 0,
  unlock_tries integer not null default 0,
  created_at timestamptz not null default platform.now(),
  unique (student_course_id, organization_id),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id)
);
select platform.protect_tenant_table('learning.identity_setup'::regclass);

create table learning.identity_answer (
  student_course_id integer not null,
  question_id integer not null,
  organization_id integer not null,
  answer_hash bytea not null,
  primary key (student_course_id, question_id),
  foreign key (student_course_id, organization_id)
    references learning.identity_setup (student_course_id, organization_id) on delete cascade
);
select platform.protect_tenant_table('learning.identity_answer'::regclass);

-- One interruption of a course: its tasks in their order, of which `position` is the one that is asked now.
create table learning.identity_check (
  identity_check_id integer generated always as identity primary key,
  student_course_id integer not null,
  organization_id integer not null,
  reason text not null check (reason in ('resume', 'interval', 'component', 'unlock')),
  tasks jsonb not null,
  position integer not null default 0,
  tries integer not null default 0,
  tries_allowed integer not null check (tries_allowed > 0),
  started_at timestamptz not null default platform.now(),
  -- When the task was first shown, and until when it may be answered (null: without a limit).
  served_at timestamptz,
  expires_at timestamptz,
  decided_at timestamptz,
  result text check (result in ('passed', 'failed', 'skipped', 'dropped')),
  session_id bigint,
  address text,
  user_agent text,
  check ((decided_at is null) = (result is null)),
  unique (identity_check_id, organization_id),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id)
);
create unique index identity_check_open on learning.identity_check (student_course_id) where decided_at is null;
create index identity_check_course on learning.identity_check (student_course_id, identity_check_id);
select platform.protect_tenant_table('learning.identity_check'::regclass);

-- Every try and how it was decided, for ever: by which method, against which limit, from where.
create table learning.identity_try (
  identity_try_id bigint generated always as identity primary key,
  identity_check_id integer not null,
  student_course_id integer not null,
  organization_id integer not null,
  method text not null
    check (method in ('security_questions', 'content_questions', 'keystroke', 'phone', 'biometrics')),
  question_id integer,
  served_at timestamptz,
  expires_at timestamptz,
  at timestamptz not null default platform.now(),
  result text not null check (result in ('right', 'wrong', 'late', 'doubtful')),
  -- What was measured, and the limit that it was held against.
  score real,
  threshold real,
  detail text,
  address text,
  user_agent text,
  foreign key (identity_check_id, organization_id)
    references learning.identity_check (identity_check_id, organization_id),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id)
);
create index identity_try_course on learning.identity_try (student_course_id, identity_try_id);
create trigger identity_try_append_only before update or delete on learning.identity_try
  for each row execute function platform.refuse_change();
select platform.protect_tenant_table('learning.identity_try'::regclass);

create table learning.identity_appeal (
  identity_appeal_id integer generated always as identity primary key,
  student_course_id integer not null,
  organization_id integer not null,
  words text not null check (length(words) between 1 and 2000),
  made_at timestamptz not null default platform.now(),
  answered_at timestamptz,
  answered_by_user_id integer,
  accepted boolean,
  reply text check (length(reply) between 1 and 2000),
  check ((answered_at is null) = (accepted is null) and (answered_at is null) = (reply is null)),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id)
);
create unique index identity_appeal_open on learning.identity_appeal (student_course_id) where answered_at is null;
create index identity_appeal_course on learning.identity_appeal (student_course_id, identity_appeal_id);
select platform.protect_tenant_table('learning.identity_appeal'::regclass);

-- A lease of a course with checks earns until the next one is due, for the session that opened it; null elsewhere.
alter table learning.seat_lease
  add column check_ms bigint,
  add column session_id bigint,
  drop constraint seat_lease_ended_because_check,
  add constraint seat_lease_ended_because_check
    check (ended_because in ('moved', 'idle', 'status', 'left', 'check')) not valid;
alter table learning.seat_range
  drop constraint seat_range_ended_because,
  add constraint seat_range_ended_because
    check (ended_because in ('moved', 'idle', 'status', 'left', 'silent', 'continued', 'check')) not valid;
