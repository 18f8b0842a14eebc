-- What: the key of a student's device for the identity checks of a course, the challenge that it signs next, who turned a
-- check off and why, and tries that ended in another check.
-- Why: a device verifies its user by finger, face or PIN and signs for one student course; a challenge is kept as a hash and
-- works once. Staff must say why they turn a check off.
-- Locks: two new tables; two columns on identity_setup without a rewrite; the new check on identity_try is not verified for
-- rows that are there, which the former check covers.

create table learning.course_device (
  student_course_id integer primary key,
  organization_id integer not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- How often the device has signed by its own count; 0 where it does not count.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  -- Synced by an account of its owner to other devices.
  backed_up boolean not null default false,
  made_at timestamptz not null default platform.now(),
  used_at timestamptz,
  foreign key (student_course_id, organization_id)
    references learning.identity_setup (student_course_id, organization_id) on delete cascade
);
select platform.protect_tenant_table('learning.course_device'::regclass);

-- The one that counts; another one takes its place.
create table learning.device_challenge (
  student_course_id integer primary key,
  organization_id integer not null,
  challenge_hash bytea not null,
  -- The check that it is for; null during the setup.
  identity_check_id integer,
  session_id bigint,
  expires_at timestamptz not null,
  foreign key (student_course_id, organization_id)
    references learning.identity_setup (student_course_id, organization_id) on delete cascade
);
select platform.protect_tenant_table('learning.device_challenge'::regclass);

alter table learning.identity_setup
  add column device_waived_at timestamptz,
  -- By method, who of staff turned it off and why; a method that is missing here was turned off by the student.
  add column waived_by_staff jsonb not null default '{}';

-- replaced: another check was asked instead, without a try.
alter table learning.identity_try
  drop constraint identity_try_result_check,
  add constraint identity_try_result_check
    check (result in ('right', 'wrong', 'late', 'doubtful', 'replaced')) not valid;
