-- What: the letters that people are found by, in a table that only its owner reads, and a function that finds the few
-- people of the caller's organizations whose letters match. A trigger keeps the table current.
-- Why: behind a policy no index serves letters within a text, so a search for what nobody has reads everyone. The table
-- names no organization; the function limits what it returns to the organizations of the connection.
-- Locks: identity.person for a moment, for its triggers. 0516 fills the table, 0517 adds the index.
create table identity.person_letters (
  user_id integer primary key references identity.person (user_id) on delete cascade,
  letters text collate "C" not null
);
revoke all on identity.person_letters from waypost_app;

-- With its owner's rights, because the application neither reads nor writes the table.
create function identity.write_person_letters() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  insert into identity.person_letters (user_id, letters) values (new.user_id, new.search_text)
  on conflict (user_id) do update set letters = excluded.letters;
  return null;
end $$;

create trigger letters_written after insert on identity.person
  for each row execute function identity.write_person_letters();
create trigger letters_changed after update on identity.person
  for each row when (old.search_text is distinct from new.search_text)
  execute function identity.write_person_letters();

-- The ids of all people of the connection's organizations whose letters match every pattern; null if more than 1,000 do,
-- or more than 20,000 of all organizations probably do: then a list is read faster in its order. Volatile, because it
-- asks the planner.
create function identity.find_people(patterns text[]) returns integer[] language plpgsql volatile security definer
set search_path = '' as $$
declare
  matches constant text := (select string_agg(format('l.letters like %L', pattern), ' and ') from unnest(patterns) pattern);
  plan json;
  found integer[];
begin
  if matches is null then return null; end if;
  execute 'explain (format json) select from identity.person_letters l where ' || matches into plan;
  if (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric > 20000 then return null; end if;
  execute 'select array_agg(user_id) from (
             select p.user_id from identity.person_letters l join identity.person p using (user_id)
             where ' || matches || ' and p.deleted_at is null and platform.tenants() @> p.organization_id
             limit 1001) few' into found;
  return case when cardinality(found) > 1000 then null else coalesce(found, '{}') end;
end $$;
revoke all on function identity.find_people(text[]) from public;
grant execute on function identity.find_people(text[]) to waypost_app;
