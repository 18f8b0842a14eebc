-- What: certificate numbers that an agency sells ahead, the stock of each organization, and the certificates that wait
-- for one.
-- Why: Florida numbers certificates itself. A number belongs to one certificate, and a stock that is used up must hold
-- certificates back, never let them out without a number.
-- Locks: new tables only.

-- One row for each stock, which is locked before a number is taken.
create table learning.certificate_stock (
  organization_id integer not null,
  agency text not null check (agency ~ '^[a-z0-9-]{1,40}$'),
  created_at timestamptz not null default platform.now(),
  primary key (organization_id, agency)
);
select platform.protect_tenant_table('learning.certificate_stock'::regclass);

create table learning.certificate_stock_number (
  certificate_stock_number_id integer generated always as identity primary key,
  organization_id integer not null,
  agency text not null,
  number text not null check (number ~ '^[A-Z0-9-]{4,20}$'),
  added_at timestamptz not null default platform.now(),
  added_by integer not null,
  -- The certificate that bears it.
  student_course_id integer,
  version integer,
  taken_at timestamptz,
  unique (agency, number),
  check ((student_course_id is null) = (taken_at is null) and (version is null) = (taken_at is null)),
  foreign key (organization_id, agency) references learning.certificate_stock (organization_id, agency),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id)
);
create unique index certificate_stock_number_taken on learning.certificate_stock_number (student_course_id, version);
create index certificate_stock_number_stock on learning.certificate_stock_number (organization_id, agency);
create index certificate_stock_number_left
  on learning.certificate_stock_number (organization_id, agency, certificate_stock_number_id) where taken_at is null;
select platform.protect_tenant_table('learning.certificate_stock_number'::regclass);

create table learning.certificate_wait (
  student_course_id integer primary key,
  organization_id integer not null,
  agency text not null,
  since timestamptz not null default platform.now(),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id)
);
create index certificate_wait_stock on learning.certificate_wait (organization_id, agency);
select platform.protect_tenant_table('learning.certificate_wait'::regclass);
