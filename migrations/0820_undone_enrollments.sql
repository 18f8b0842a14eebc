-- What: an enrollment counts until it is undone by a void or a refund (status Refunded, 16), and again if it is restored.
-- Why: the tile and the chart of staff counted undone enrollments.
-- Locks: none beyond the rows that are written.

create or replace function learning.count_course() returns trigger
  language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.lk_student_course_status_id <> 16 then
    perform platform.change_count(old.organization_id, 'enrollments', -1, old.created_at);
  end if;
  if tg_op <> 'DELETE' and new.lk_student_course_status_id <> 16 then
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

create or replace procedure platform.count_rows_again()
  language sql as $$
    delete from platform.row_count;
    insert into platform.row_count (organization_id, counted, counted_at, n, added_up)
    select organization_id, 'students', '-infinity', count(*), true from identity.person
    where lk_user_role_id = 3 and deleted_at is null group by 1
    union all
    select organization_id, 'enrollments', date_trunc('hour', created_at, 'UTC'), count(*), true from learning.student_course
    where lk_student_course_status_id <> 16
      and date_trunc('hour', created_at, 'UTC') >= platform.now() - interval '16 days' group by 1, 3
    union all
    select organization_id, 'courses in ' || lk_student_course_status_id, '-infinity', count(*), true from learning.student_course
    where lk_student_course_status_id in (5, 13, 14, 15, 17, 19) group by 1, 2
    union all
    select organization_id, 'certificates', date_trunc('hour', issued_at, 'UTC'), count(*), true from learning.student_certificate c
    where version = 1 and date_trunc('hour', issued_at, 'UTC') >= platform.now() - interval '16 days'
      and not exists (select from learning.student_certificate n
                      where n.student_course_id = c.student_course_id and n.deleted_at is not null)
    group by 1, 3
    union all
    select organization_id, 'sales', date_trunc('hour', created_at, 'UTC'), count(*), true from checkout.payment
    where lk_payment_status_id <> 7 and date_trunc('hour', created_at, 'UTC') >= platform.now() - interval '16 days' group by 1, 3
    union all
    select organization_id, 'tickets', '-infinity', count(*), true from support.ticket
    where lk_issue_status_id = 5 group by 1;
  $$;

-- Undone enrollments that were counted.
insert into platform.row_count (organization_id, counted, counted_at, n)
select organization_id, 'enrollments', date_trunc('hour', created_at, 'UTC'), -count(*) from learning.student_course
where lk_student_course_status_id = 16 and date_trunc('hour', created_at, 'UTC') >= platform.now() - interval '15 days'
group by 1, 3;
