-- What: what reports read of other modules, their runs and their schedules; who may open the file of a task.
-- Why: a report is run in the background, its history outlives its file, and a schedule runs it again and again. Its file
-- holds what the person who asked for it may read: after losing that right, they no longer get it.
-- Locks: identity.task for a moment (a column with a constant default); new views and new tables otherwise.

alter table identity.task add column needs text[] not null default '{}';
comment on column identity.task.needs is 'Permissions that the file asks for when it is opened.';

create view checkout.v_promo_use with (security_invoker = true) as
  select u.promo_use_id, u.organization_id, u.promo_code_id, p.code, u.order_id, u.user_id, u.at
  from checkout.promo_use u
  join checkout.promo_code p on p.promo_code_id = u.promo_code_id and p.organization_id = u.organization_id;

create view checkout.v_authorization_key with (security_invoker = true) as
  select authorization_key_id, organization_id, authorization_key_batch_id, course_website_id, course_id, course_name,
         last_group, lk_authorization_key_status_id, redeemed_by, redeemed_at, revoked_at, created_at
  from checkout.authorization_key;

create view support.v_ticket with (security_invoker = true) as
  select issue_id, organization_id, lk_issue_category_id, lk_issue_status_id, course_id, assigned_to, assigned_name,
         reporter_role_id, first_answer_at, resolved_at, rating, created_at
  from support.ticket;

create table backoffice.report_schedule (
  report_schedule_id integer generated always as identity primary key,
  -- The site for which it runs.
  organization_id integer not null references identity.organization,
  -- Ids of staff, who may be of an organization above.
  created_by integer not null,
  recipients integer[] not null check (cardinality(recipients) between 1 and 20),
  report text not null check (report ~ '^[a-z][a-z-]{1,40}$'),
  filters jsonb not null default '{}',
  format text not null check (format in ('xlsx', 'csv', 'json')),
  repeats text not null check (repeats in ('daily', 'weekly', 'monthly')),
  -- 1 is Monday; of a month that is shorter than its day, the last day.
  week_day smallint check (week_day between 1 and 7),
  month_day smallint check (month_day between 1 and 31),
  at_time text not null check (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone text not null check (length(time_zone) between 1 and 60),
  next_at timestamptz not null,
  paused_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  unique (report_schedule_id, organization_id),
  check ((week_day is not null) = (repeats = 'weekly')),
  check ((month_day is not null) = (repeats = 'monthly'))
);
create index report_schedule_due on backoffice.report_schedule (next_at) where paused_at is null and deleted_at is null;
create index report_schedule_organization on backoffice.report_schedule (organization_id) where deleted_at is null;
select platform.protect_tenant_table('backoffice.report_schedule'::regclass);

create table backoffice.report_run (
  report_run_id integer generated always as identity primary key,
  -- The site for which it runs.
  organization_id integer not null references identity.organization,
  -- Who gets its file, with the rights that they hold when it is made.
  user_id integer not null,
  report text not null check (report ~ '^[a-z][a-z-]{1,40}$'),
  filters jsonb not null default '{}',
  format text not null check (format in ('xlsx', 'csv', 'json')),
  locale text not null check (length(locale) between 2 and 20),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'refused')),
  rows_written integer check (rows_written >= 0),
  -- The background task, which has the progress and the file; none for a recipient who was refused.
  task_id integer,
  -- The request that asked for it: the audit log knows it by that.
  request_id text not null,
  report_schedule_id integer,
  -- The scheduled time that it was run for.
  due_at timestamptz,
  created_at timestamptz not null default platform.now(),
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null)),
  check ((report_schedule_id is null) = (due_at is null)),
  foreign key (report_schedule_id, organization_id)
    references backoffice.report_schedule (report_schedule_id, organization_id)
);
create index report_run_organization on backoffice.report_run (organization_id, report_run_id desc);
create index report_run_task on backoffice.report_run (task_id) where task_id is not null;
create index report_run_waiting on backoffice.report_run (created_at) where state = 'waiting';
-- One file for each recipient of each scheduled time, however often the clock's job runs.
create unique index report_run_once on backoffice.report_run (report_schedule_id, organization_id, due_at, user_id)
  where report_schedule_id is not null;
select platform.protect_tenant_table('backoffice.report_run'::regclass);
