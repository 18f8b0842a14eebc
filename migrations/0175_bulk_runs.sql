-- What: actions on all rows of a list that match a query, as one background job, and what became of each row.
-- Why: the rows are written down when it starts, and not found again later: the action itself moves rows out of the filter
-- and new ones into it. A row is done in the same transaction as its outcome, so a worker that is killed has done it wholly
-- or not at all.
-- Locks: new tables only.

create table backoffice.bulk_run (
  bulk_run_id integer generated always as identity primary key,
  organization_id integer not null,
  -- Who asked for it: rights are those that the person holds while it runs.
  user_id integer not null,
  -- The site on which it was asked for.
  site_id integer not null references identity.organization (organization_id),
  -- The list by its call: 'student/fetch'.
  grid text not null check (length(grid) between 1 and 100),
  action text not null check (length(action) between 1 and 100),
  -- The query in the words of the list's address.
  query text not null check (length(query) <= 4000),
  reason text not null default '' check (length(reason) <= 1000),
  locale text not null check (length(locale) between 2 and 20),
  rows_total integer not null check (rows_total between 1 and 50000),
  task_id integer not null,
  created_at timestamptz not null default platform.now(),
  ended_at timestamptz,
  unique (bulk_run_id, organization_id),
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade
);
create index bulk_run_user on backoffice.bulk_run (user_id, created_at);
create index bulk_run_site on backoffice.bulk_run (site_id);
create index bulk_run_open on backoffice.bulk_run (user_id, grid) where ended_at is null;
create unique index bulk_run_task on backoffice.bulk_run (task_id);
create index bulk_run_age on backoffice.bulk_run (created_at);
select platform.protect_tenant_table('backoffice.bulk_run'::regclass);

create table backoffice.bulk_run_row (
  bulk_run_id integer not null,
  organization_id integer not null,
  -- Its place in the list when the action was asked for.
  row_number integer not null check (row_number >= 1),
  row_key integer not null,
  outcome text check (outcome in ('done', 'refused')),
  why_en text,
  why_es text,
  done_at timestamptz,
  primary key (bulk_run_id, row_number),
  check ((outcome is null) = (done_at is null)),
  check ((outcome is not distinct from 'refused') = (why_en is not null)),
  check ((why_en is null) = (why_es is null)),
  foreign key (bulk_run_id, organization_id)
    references backoffice.bulk_run (bulk_run_id, organization_id) on delete cascade
);
create index bulk_run_row_run on backoffice.bulk_run_row (bulk_run_id, organization_id);
create index bulk_run_row_open on backoffice.bulk_run_row (bulk_run_id, row_number) where outcome is null;
create index bulk_run_row_refused on backoffice.bulk_run_row (bulk_run_id, row_number) where outcome = 'refused';
select platform.protect_tenant_table('backoffice.bulk_run_row'::regclass);
