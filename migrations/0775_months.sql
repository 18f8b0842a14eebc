-- What: functions that partition a table by month and make its months ahead; a condition on the two tables that 0778 and
--       0779 partition: none of their rows is of a month that gets its own partition.
-- Why: these tables only grow. A month of its own is pruned, moved to a file and dropped as a whole.
-- Locks: reads both tables once, then a moment for the condition, which 0776 validates.

-- Adds the condition `<table>_months`. The month begins at least a week from now, so that the release that serves
-- during the migration never reaches it.
create function platform.bound_months(bounded regclass) returns void language plpgsql as $$
declare
  newest timestamptz;
  bound timestamptz;
begin
  execute format('select max(at) from %s', bounded) into newest;
  bound := (date_trunc('month', (greatest(newest, clock_timestamp()) + interval '7 days') at time zone 'UTC')
            + interval '1 month') at time zone 'UTC';
  execute format('alter table %s add constraint %I check (at < %L) not valid', bounded,
    (select relname from pg_class where oid = bounded) || '_months', bound);
end $$;

-- The next number of the former table is the next number of the new one; the range of the cell stays.
create function platform.move_identity(former regclass, parent regclass, numbered name) returns void language plpgsql as $$
declare
  sequence constant pg_sequences := (
    select s from pg_sequences s
    where format('%I.%I', s.schemaname, s.sequencename) = pg_get_serial_sequence(former::text, numbered));
begin
  execute format('alter table %s alter %I drop identity', former, numbered);
  execute format('alter table %s alter %I add generated always as identity (maxvalue %s start with %s)', parent, numbered,
    sequence.max_value, sequence.start_value);
  if sequence.last_value is not null then
    perform setval(pg_get_serial_sequence(parent::text, numbered), sequence.last_value);
  end if;
end $$;

-- Attaches the former table for all months before the condition of platform.bound_months, which spares reading it.
create function platform.attach_before(former regclass, parent regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s attach partition %s for values from (minvalue) to (%L)', parent, former, (
    select substring(pg_get_constraintdef(oid) from '''([^'']+)''') from pg_constraint
    where conrelid = former and conname = (select relname from pg_class where oid = parent) || '_months'));
end $$;

-- A partition is reached through its table only: the application has no right to it, and it has the policy of its table.
create function platform.close_partition(partition regclass) returns void language plpgsql as $$
begin
  execute format('revoke all on %s from waypost_app', partition);
  if not (select relrowsecurity from pg_class where oid = partition) then
    perform platform.protect_tenant_table(partition);
  end if;
end $$;

-- The partitions of a table by month, with the end of each; null for the one that takes all other rows.
create function platform.list_months(parent regclass) returns table (partition regclass, ends_at timestamptz)
  language sql stable set timezone = 'UTC' set search_path = '' as $$
  select c.oid::regclass, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)')::timestamptz
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent
$$;

-- Makes the missing months of every table that is partitioned by `at`, up to the third one ahead, and moves rows into them
-- that were written before. Returns how many were made.
create function platform.make_months() returns integer language plpgsql volatile security definer
  set search_path = '' set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  scope constant text := coalesce(current_setting('waypost.scope', true), '');
  parent record;
  month timestamptz;
  next_month timestamptz;
  made text;
  early boolean;
  guard text;
  count integer := 0;
begin
  perform pg_advisory_xact_lock(7230916);
  -- Policies also apply to the owner of the tables.
  perform set_config('waypost.scope', '{(,)}', true);
  for parent in
    select format('%I.%I', n.nspname, c.relname) as name, n.nspname, c.relname,
           (select partition::text from platform.list_months(c.oid) where ends_at is null) as rest,
           (select max(ends_at) from platform.list_months(c.oid)) as ends_at
    from pg_partitioned_table p join pg_class c on c.oid = p.partrelid join pg_namespace n on n.oid = c.relnamespace
    where pg_get_partkeydef(c.oid) = 'RANGE (at)' and n.nspname <> 'queue'
  loop
    month := parent.ends_at;
    while month <= date_trunc('month', platform.now()) + interval '3 months' loop
      next_month := month + interval '1 month';
      made := format('%I.%I', parent.nspname, parent.relname || to_char(month, '_YYYY_MM'));
      execute format('create table %s (like %s including all excluding identity)', made, parent.name);
      perform platform.close_partition(made::regclass);
      -- Triggers of a statement, unlike those of a row, are not passed on to partitions.
      for guard in
        select replace(pg_get_triggerdef(oid), ' ON ' || parent.name || ' ', ' ON ' || made || ' ') from pg_trigger
        where tgrelid = parent.name::regclass and not tgisinternal and tgtype & 32 <> 0
      loop
        execute guard;
      end loop;
      execute format('select exists (select from %s where at >= %L and at < %L)', parent.rest, month, next_month) into early;
      if early then
        execute format('alter table %s disable trigger user', parent.rest);
        execute format('with moved as (delete from %s where at >= %L and at < %L returning *) '
          || 'insert into %s select * from moved', parent.rest, month, next_month, made);
        execute format('alter table %s enable trigger user', parent.rest);
      end if;
      execute format('alter table %s attach partition %s for values from (%L) to (%L)', parent.name, made, month, next_month);
      count := count + 1;
      month := next_month;
    end loop;
  end loop;
  perform set_config('waypost.scope', scope, true);
  return count;
end $$;
revoke all on function platform.make_months() from public;
grant execute on function platform.make_months() to waypost_app;

-- Drops the former months of the audit log whose events were all removed; for the owner of the tables. A busy table keeps
-- them until the next time. Returns how many were dropped.
create function platform.drop_empty_months() returns integer language plpgsql
  set search_path = '' set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  scope constant text := coalesce(current_setting('waypost.scope', true), '');
  month regclass;
  filled boolean;
  count integer := 0;
begin
  -- Policies also apply to the owner of the tables: a month with rows of another scope is not empty.
  perform set_config('waypost.scope', '{(,)}', true);
  for month in
    select partition from platform.list_months('platform.audit_event')
    where ends_at <= date_trunc('month', platform.now()) order by ends_at
  loop
    -- A vacuumed table without rows has no pages. Looking for a row among millions of deleted ones would take long.
    continue when pg_relation_size(month) > 0;
    -- In the order of a writer, which would otherwise wait for us while we wait for it.
    lock table only platform.audit_event in access exclusive mode;
    execute format('lock table %s in access exclusive mode', month);
    execute format('select exists (select from %s)', month) into filled;
    continue when filled;
    execute format('drop table %s', month);
    count := count + 1;
  end loop;
  perform set_config('waypost.scope', scope, true);
  return count;
exception when lock_not_available then
  return 0;
end $$;
revoke all on function platform.drop_empty_months() from public;

select platform.bound_months('platform.audit_event');
select platform.bound_months('learning.student_course_status_change');
