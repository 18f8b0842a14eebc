-- What: the ids that partners' programs give to people and enrollments.
-- Why: a program finds its drivers by its own ids, and sends them again without doubling anything.
-- Locks: none that writers wait for; the tables are new, and the new column has no default.
create table identity.external_person (
  organization_id integer not null,
  external_id text not null check (length(external_id) between 1 and 100),
  user_id integer not null unique,
  created_at timestamptz not null default platform.now(),
  primary key (organization_id, external_id),
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade
);
select platform.protect_tenant_table('identity.external_person'::regclass);
create view identity.v_external_person with (security_invoker = true) as
  select organization_id, external_id, user_id from identity.external_person;

create table learning.external_enrollment (
  organization_id integer not null,
  external_id text not null check (length(external_id) between 1 and 100),
  student_course_id integer not null unique,
  created_at timestamptz not null default platform.now(),
  primary key (organization_id, external_id),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id) on delete cascade
);
select platform.protect_tenant_table('learning.external_enrollment'::regclass);

-- A client that adds people asks, too, whether a login id is taken. No reference, as with user_id.
alter table identity.account_guess add column client_id integer;
