-- What: statistics of the tables that are partitioned by month, made now and each night.
-- Why: autovacuum counts their partitions, and never the tables themselves, by which joins are planned.
-- Locks: none that reading or writing waits for; reads a sample of each table.
create function platform.analyze_months() returns void language plpgsql volatile security definer
  set search_path = '' set lock_timeout = '2s' as $$
declare
  parent regclass;
begin
  for parent in
    select p.partrelid::regclass from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
    where pg_get_partkeydef(c.oid) = 'RANGE (at)' and c.relnamespace::regnamespace::text <> 'queue'
  loop
    execute format('analyze only %s', parent);
  end loop;
end $$;
revoke all on function platform.analyze_months() from public;
grant execute on function platform.analyze_months() to waypost_app;
select platform.analyze_months();
