-- What: certificates that staff issue by hand, with the reason; where the course is regulated, the request waits for a
-- second person.
-- Why: a certificate that no program issued must be explained for as long as it is on record.
-- Locks: a new table only.

create table learning.certificate_request (
  certificate_request_id integer generated always as identity primary key,
  organization_id integer not null,
  student_course_id integer not null,
  reason text not null check (length(reason) between 1 and 500),
  -- Who asked and who decided: ids, because staff of an organization above do it, too.
  asked_by integer not null,
  asked_at timestamptz not null default platform.now(),
  -- None while it waits. Where no second person was needed, none decided.
  decision text check (decision in ('issued', 'declined', 'withdrawn')),
  decided_by integer,
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null)),
  check (decision <> 'issued' or decided_by <> asked_by),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id)
);
create unique index certificate_request_waiting on learning.certificate_request (student_course_id)
  where decision is null;
create index certificate_request_course on learning.certificate_request (student_course_id, asked_at);
select platform.protect_tenant_table('learning.certificate_request'::regclass);
