-- What: counts of students, of courses and tickets that wait for staff, and by the hour of enrollments, payments and
--      certificates, kept as their rows change.
-- Why: tiles show these numbers every ten seconds. To count the rows took a walk over up to 10,001 entries of an index.
-- Cost: a writer adds a row of 60 bytes here for each row that it adds to, or takes out of, what is counted; it waits for
--      no other writer. A job adds them up every minute.
-- Locks: writers of the five tables wait while their rows are counted.

lock table identity.person, learning.student_course, learning.student_certificate, checkout.payment, support.ticket
  in share row exclusive mode;

-- `counted_at` is the hour in which the rows came, or -infinity where it does not matter. Changes are rows of their own
-- until they are added up: two writers who changed the same number would wait for each other.
create table platform.row_count (
  organization_id integer not null,
  counted text not null,
  counted_at timestamptz not null default '-infinity',
  n bigint not null,
  added_up boolean not null default false
);
create index row_count_of on platform.row_count (organization_id, counted, counted_at) include (n);
create unique index row_count_sum on platform.row_count (organization_id, counted, counted_at) where added_up;
create index row_count_change on platform.row_count (counted) where not added_up;
select platform.protect_tenant_table('platform.row_count');

create view platform.v_row_count with (security_invoker = true) as
  select organization_id, counted, counted_at, n from platform.row_count;
grant select on platform.v_row_count to waypost_app;

create function platform.change_count(organization_id integer, counted text, n integer,
                                      at timestamptz default '-infinity') returns void
  language sql as $$
    insert into platform.row_count (organization_id, counted, counted_at, n) values ($1, $2, date_trunc('hour', $4, 'UTC'), $3)
  $$;

create function identity.count_person() returns trigger
  language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.lk_user_role_id = 3 and old.deleted_at is null then
    perform platform.change_count(old.organization_id, 'students', -1);
  end if;
  if tg_op <> 'DELETE' and new.lk_user_role_id = 3 and new.deleted_at is null then
    perform platform.change_count(new.organization_id, 'students', 1);
  end if;
  return null;
end $$;
create trigger count_row after insert or delete on identity.person
  for each row execute function identity.count_person();
create trigger count_change after update of lk_user_role_id, deleted_at, organization_id on identity.person
  for each row when ((old.lk_user_role_id, old.deleted_at is null, old.organization_id)
                     is distinct from (new.lk_user_role_id, new.deleted_at is null, new.organization_id))
  execute function identity.count_person();

-- Of the statuses only those that wait for staff.
create function learning.count_course() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform platform.change_count(old.organization_id, 'enrollments', -1, old.created_at);
  elsif tg_op = 'INSERT' then
    perform platform.change_count(new.organization_id, 'enrollments', 1, new.created_at);
  end if;
  if tg_op <> 'INSERT' and old.lk_student_course_status_id in (5, 13, 14, 15, 17, 19) then
    perform platform.change_count(old.organization_id, 'courses in ' || old.lk_student_course_status_id, -1);
  end if;
  if tg_op <> 'DELETE' and new.lk_student_course_status_id in (5, 13, 14, 15, 17, 19) then
    perform platform.change_count(new.organization_id, 'courses in ' || new.lk_student_course_status_id, 1);
  end if;
  return null;
end $$;
create trigger count_row after insert or delete on learning.student_course
  for each row execute function learning.count_course();
create trigger count_change after update of lk_student_course_status_id on learning.student_course
  for each row when (old.lk_student_course_status_id <> new.lk_student_course_status_id)
  execute function learning.count_course();

create function learning.count_certificate() returns trigger
  language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    perform platform.change_count(old.organization_id, 'certificates', -1, old.issued_at);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    perform platform.change_count(new.organization_id, 'certificates', 1, new.issued_at);
  end if;
  return null;
end $$;
create trigger count_row after insert or delete on learning.student_certificate
  for each row execute function learning.count_certificate();
create trigger count_change after update of deleted_at on learning.student_certificate
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function learning.count_certificate();

create function checkout.count_payment() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform platform.change_count(old.organization_id, 'sales', -1, old.created_at);
  else
    perform platform.change_count(new.organization_id, 'sales', 1, new.created_at);
  end if;
  return null;
end $$;
create trigger count_row after insert or delete on checkout.payment
  for each row execute function checkout.count_payment();

create function support.count_ticket() returns trigger
  language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.lk_issue_status_id = 5 then
    perform platform.change_count(old.organization_id, 'tickets', -1);
  end if;
  if tg_op <> 'DELETE' and new.lk_issue_status_id = 5 then
    perform platform.change_count(new.organization_id, 'tickets', 1);
  end if;
  return null;
end $$;
create trigger count_row after insert or delete on support.ticket
  for each row execute function support.count_ticket();
create trigger count_change after update of lk_issue_status_id on support.ticket
  for each row when (old.lk_issue_status_id <> new.lk_issue_status_id)
  execute function support.count_ticket();

-- Counts everything again, for data that came in around the triggers; writers must be locked out.
create procedure platform.count_rows_again()
  language sql as $$
    delete from platform.row_count;
    insert into platform.row_count (organization_id, counted, counted_at, n, added_up)
    select organization_id, 'students', '-infinity', count(*), true from identity.person
    where lk_user_role_id = 3 and deleted_at is null group by 1
    union all
    select organization_id, 'enrollments', date_trunc('hour', created_at, 'UTC'), count(*), true from learning.student_course
    where date_trunc('hour', created_at, 'UTC') >= platform.now() - interval '8 days' group by 1, 3
    union all
    select organization_id, 'courses in ' || lk_student_course_status_id, '-infinity', count(*), true from learning.student_course
    where lk_student_course_status_id in (5, 13, 14, 15, 17, 19) group by 1, 2
    union all
    select organization_id, 'certificates', date_trunc('hour', issued_at, 'UTC'), count(*), true from learning.student_certificate
    where deleted_at is null and date_trunc('hour', issued_at, 'UTC') >= platform.now() - interval '8 days' group by 1, 3
    union all
    select organization_id, 'sales', date_trunc('hour', created_at, 'UTC'), count(*), true from checkout.payment
    where date_trunc('hour', created_at, 'UTC') >= platform.now() - interval '8 days' group by 1, 3
    union all
    select organization_id, 'tickets', '-infinity', count(*), true from support.ticket
    where lk_issue_status_id = 5 group by 1;
  $$;
call platform.count_rows_again();

