-- What: a voided payment is no sale, in the count that the sales tile shows.
-- Why: nothing was bought with it, and the sales report leaves it out.
-- Locks: writers of payments wait while the voided ones of the last eight days are counted.

lock table checkout.payment in share row exclusive mode;

create or replace function checkout.count_payment() returns trigger
  language plpgsql as $$
begin
  -- 7: voided.
  if tg_op <> 'INSERT' and old.lk_payment_status_id <> 7 then
    perform platform.change_count(old.organization_id, 'sales', -1, old.created_at);
  end if;
  if tg_op <> 'DELETE' and new.lk_payment_status_id <> 7 then
    perform platform.change_count(new.organization_id, 'sales', 1, new.created_at);
  end if;
  return null;
end $$;
create trigger count_change after update of lk_payment_status_id on checkout.payment
  for each row when ((old.lk_payment_status_id = 7) <> (new.lk_payment_status_id = 7))
  execute function checkout.count_payment();

insert into platform.row_count (organization_id, counted, counted_at, n)
select organization_id, 'sales', date_trunc('hour', created_at, 'UTC'), -count(*) from checkout.payment
where lk_payment_status_id = 7 and date_trunc('hour', created_at, 'UTC') >= platform.now() - interval '8 days' group by 1, 3;

create or replace procedure platform.count_rows_again()
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
    where lk_payment_status_id <> 7 and date_trunc('hour', created_at, 'UTC') >= platform.now() - interval '8 days' group by 1, 3
    union all
    select organization_id, 'tickets', '-infinity', count(*), true from support.ticket
    where lk_issue_status_id = 5 group by 1;
  $$;
