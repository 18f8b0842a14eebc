-- What: the letters that a ticket is found by, and a function that finds the few tickets of the caller's organizations
-- that match by letters, words of a message, number or reporter.
-- Why: behind a policy no index serves letters or words within a text, so a search that matches nothing reads all
-- tickets and all messages. 0751 adds the index.
-- Locks: none.
create function support.ticket_letters(
  issue_name text, first_name text, last_name text, visitor_name text, visitor_email text
) returns text language sql immutable parallel safe as $$
  select platform.search_form(issue_name || ' ' || first_name || ' ' || last_name || ' '
    || coalesce(visitor_name, '') || ' ' || coalesce(visitor_email, ''))
$$;

-- The ids of all tickets of the connection's organizations that match every pattern, or one of whose messages matches
-- the query, or that have this number or one of these reporters; null if more than 1,000 do, or more than 20,000 of all
-- organizations probably do: then a list is read faster in its order. Volatile, because it asks the planner.
create function support.find_tickets(patterns text[], query tsquery, number integer, reporters integer[])
returns integer[] language plpgsql volatile security definer set search_path = '' as $$
declare
  letters constant text := (
    select string_agg(format('support.ticket_letters(issue_name, reporter_first_name, reporter_last_name, '
      || 'visitor_name, visitor_email) like %L', pattern), ' and ') from unnest(patterns) pattern);
  matches constant text := concat_ws(' union all ',
    'select issue_id from support.ticket where ' || letters,
    case when numnode(query) > 0 then
      format('select issue_id from support.message where words operator(pg_catalog.@@) %L::tsquery', query) end,
    format('select issue_id from support.ticket where reporter_user_id = any(%L::int[])', reporters),
    format('select issue_id from support.ticket where issue_id = %1$L::int or chat_thread_id = %1$L::int', number));
  plan json;
  issue_ids integer[];
begin
  if letters is null then return null; end if;
  execute 'explain (format json) ' || matches into plan;
  if (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric > 20000 then return null; end if;
  execute 'select array_agg(issue_id) from (
             select distinct t.issue_id from (' || matches || ') m join support.ticket t using (issue_id)
             where platform.tenants() @> t.organization_id limit 1001) few' into issue_ids;
  return case when cardinality(issue_ids) > 1000 then null else coalesce(issue_ids, '{}') end;
end $$;
revoke all on function support.find_tickets(text[], tsquery, integer, integer[]) from public;
grant execute on function support.find_tickets(text[], tsquery, integer, integer[]) to waypost_app;
