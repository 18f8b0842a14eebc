-- What: more time for one student in timed quizzes, exams and identity checks, with its reason.
-- Why: a person whose disability slows reading or typing needs it in every course; staff set it once.
-- Locks: a new table only.

create table learning.extra_time (
  user_id integer primary key,
  organization_id integer not null references identity.organization,
  -- What is added to a limit: 50 means half as long again.
  percent integer not null check (percent between 1 and 300),
  reason text not null check (length(reason) between 1 and 2000),
  actor_user_id integer not null,
  given_at timestamptz not null default platform.now(),
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade
);
select platform.protect_tenant_table('learning.extra_time'::regclass);
