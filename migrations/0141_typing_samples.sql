-- What: samples of how a student types a text: those of the setup, and those that checks were held against them.
-- Why: the times of keys are kept sealed, for a profile and to recognize a copy of an earlier sample; raw events are not kept.
-- Locks: a new table.

create table learning.typing_sample (
  typing_sample_id integer generated always as identity primary key,
  student_course_id integer not null,
  organization_id integer not null,
  -- One of the samples that the profile is made of; no more once the setup was reset.
  enrolled_ind boolean not null,
  timings bytea not null,
  made_at timestamptz not null default platform.now(),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id)
);
create index typing_sample_course on learning.typing_sample (student_course_id, typing_sample_id desc);
select platform.protect_tenant_table('learning.typing_sample'::regclass);
