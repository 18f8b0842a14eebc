-- What: the one-time codes that identity checks send to a student's phone, and the time zone of a person for the hours at
-- which they can be reached.
-- Why: a code is kept as a keyed hash with what became of it, so that it proves the phone and is never read again; the number
-- is kept as another keyed hash, by which codes to one phone are counted in the whole product.
-- Locks: a new table; a column on identity_setup without a rewrite; a view that is made again.

create table learning.phone_code (
  phone_code_id integer generated always as identity primary key,
  -- Our random name of the message in the address of its callbacks.
  reference uuid not null unique default gen_random_uuid(),
  student_course_id integer not null,
  organization_id integer not null,
  user_id integer not null,
  -- The check that it is for; null while the setup proves the number.
  identity_check_id integer,
  channel text not null check (channel in ('sms', 'voice')),
  number_hash bytea not null,
  code_hash bytea not null,
  made_at timestamptz not null default platform.now(),
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz,
  state text not null default 'made' check (state in ('made', 'sent', 'delivered', 'unanswered', 'failed')),
  provider_id text,
  detail text,
  foreign key (identity_check_id, organization_id)
    references learning.identity_check (identity_check_id, organization_id),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id)
);
create index phone_code_course on learning.phone_code (student_course_id, phone_code_id desc);
create index phone_code_number on learning.phone_code (number_hash, made_at);
create index phone_code_student on learning.phone_code (user_id, made_at);
create index phone_code_organization on learning.phone_code (organization_id, made_at);
select platform.protect_tenant_table('learning.phone_code'::regclass);

-- A student without a phone is asked in other ways; the audit log says who decided that.
alter table learning.identity_setup add column phone_waived_at timestamptz;

create or replace view identity.v_person with (security_invoker = true) as
  select p.user_id, p.organization_id, o.code as organization_code, o.name as organization_name,
         p.lk_user_role_id, p.lk_user_status_id, p.loginid, p.email, p.first_name, p.middle_name, p.last_name,
         p.lk_suffix_id, p.dob, p.gender, p.lk_language_id, p.address1, p.address2, p.city, p.lk_state_id, p.zip,
         p.about_you_at, p.created_at, p.updated_at, p.deleted_at,
         (select f.phone_number from identity.phone f where f.user_id = p.user_id order by f.phone_id limit 1) as phone,
         p.timezone
  from identity.person p
  left join identity.organization o using (organization_id);
