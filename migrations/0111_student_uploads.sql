-- What: spreadsheets of students that staff have had checked, their rows, and what became of each row.
-- Why: the upload refers to the set that was checked, so nothing can be altered in between; a row is done in the same
-- transaction as its student and order, so a worker that is killed in the middle leaves each student once.
-- Locks: new tables only.

create table backoffice.student_upload (
  student_upload_id integer generated always as identity primary key,
  organization_id integer not null,
  -- Who sent it: the only one who sees it.
  user_id integer not null,
  -- The site on which it was sent: there alone it is seen and uploaded.
  site_id integer not null,
  file_name text not null default '' check (length(file_name) <= 200),
  -- [{header, field, dropped}] by position: which column is what.
  columns jsonb not null,
  -- Of all columns and cells: the upload names the set that was checked.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  -- What was chosen when the upload was started.
  seller_id integer,
  course_website_id integer,
  lk_shipping_type_id integer,
  paid_ind boolean,
  price_cents integer check (price_cents >= 0),
  shipping_cents integer check (shipping_cents >= 0),
  -- How the school calls the payment that it took itself.
  trx_id text check (length(trx_id) <= 100),
  task_id integer,
  started_at timestamptz,
  unique (student_upload_id, organization_id),
  check ((started_at is null) = (task_id is null)),
  check (started_at is null or (seller_id is not null and course_website_id is not null and paid_ind is not null
                                and price_cents is not null and shipping_cents is not null)),
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade
);
create index student_upload_user on backoffice.student_upload (user_id, created_at);
create index student_upload_age on backoffice.student_upload (created_at);
select platform.protect_tenant_table('backoffice.student_upload'::regclass);

create table backoffice.student_upload_row (
  student_upload_id integer not null,
  organization_id integer not null,
  -- The line of the sheet, as a spreadsheet program numbers it.
  row_number integer not null check (row_number >= 1),
  -- Texts by position of their column.
  cells jsonb not null,
  -- [{field, en, es}]; a row with any is not uploaded.
  issues jsonb not null default '[]',
  -- A student who was there when the row was checked.
  existing_user_id integer,
  -- The order of the row: written once, however often the row is tried.
  request_id uuid not null default gen_random_uuid(),
  outcome text check (outcome in ('new', 'existing', 'failed')),
  enrolled_ind boolean not null default false,
  user_id integer,
  order_id integer,
  problem_en text,
  problem_es text,
  done_at timestamptz,
  primary key (student_upload_id, row_number),
  check ((outcome is null) = (done_at is null)),
  check (outcome is distinct from 'failed' or problem_en is not null),
  foreign key (student_upload_id, organization_id)
    references backoffice.student_upload (student_upload_id, organization_id) on delete cascade
);
create index student_upload_row_upload on backoffice.student_upload_row (student_upload_id, organization_id);
create index student_upload_row_open on backoffice.student_upload_row (student_upload_id, row_number) where done_at is null;
select platform.protect_tenant_table('backoffice.student_upload_row'::regclass);
