-- What: functions that find the few payments and certificates of the caller's organizations by letters within a buyer's name
-- or address, a transaction id or a certificate number, and the few people among whom removed ones are.
-- Why: behind a policy no index serves letters within a text, so a search that matches nothing reads all payments, and all
-- certificates, submissions and reports with their students. 0851 adds the indexes. `identity.find_people` with one argument
-- stays for the former release.
-- Locks: none.
create function checkout.order_letters(first_name text, last_name text, email text) returns text
language sql immutable parallel safe as $$
  select platform.search_form(first_name || ' ' || last_name || ' ' || email)
$$;

-- As `support.find_tickets`: null if more than 1,000 match, or more than 20,000 of all organizations probably do. A payment
-- matches if its order has the letters of all patterns, or its transaction id those of any: the caller compares the rest.
create function checkout.find_payments(patterns text[]) returns integer[] language plpgsql volatile security definer
set search_path = '' as $$
declare
  matches constant text := (
    select 'select p.payment_id from checkout.customer_order o join checkout.payment p using (order_id) where '
      || string_agg(format('checkout.order_letters(o.first_name, o.last_name, o.email) like %L', pattern), ' and ')
      || ' union all select payment_id from checkout.payment where '
      || string_agg(format('platform.search_form(transaction_id) like %L', pattern), ' or ')
    from unnest(patterns) pattern);
  plan json;
  payment_ids integer[];
begin
  if matches is null then return null; end if;
  execute 'explain (format json) ' || matches into plan;
  if (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric > 20000 then return null; end if;
  execute 'select array_agg(payment_id) from (
             select distinct p.payment_id from (' || matches || ') m join checkout.payment p using (payment_id)
             where platform.tenants() @> p.organization_id limit 1001) few' into payment_ids;
  return case when cardinality(payment_ids) > 1000 then null else coalesce(payment_ids, '{}') end;
end $$;
revoke all on function checkout.find_payments(text[]) from public;
grant execute on function checkout.find_payments(text[]) to waypost_app;

-- The certificates of these people, and those whose number has the letters of any pattern.
create function learning.find_certificates(patterns text[], people integer[]) returns integer[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  matches constant text := (
    select format('select student_certificate_id from learning.student_certificate where user_id = any(%L::int[])', people)
      || ' union all select student_certificate_id from learning.student_certificate where '
      || string_agg(format('platform.search_form(certificate_number) like %L', pattern), ' or ')
    from unnest(patterns) pattern);
  plan json;
  certificate_ids integer[];
begin
  if matches is null then return null; end if;
  execute 'explain (format json) ' || matches into plan;
  if (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric > 20000 then return null; end if;
  execute 'select array_agg(student_certificate_id) from (
             select distinct c.student_certificate_id
             from (' || matches || ') m join learning.student_certificate c using (student_certificate_id)
             where platform.tenants() @> c.organization_id limit 5001) few' into certificate_ids;
  return case when cardinality(certificate_ids) > 5000 then null else coalesce(certificate_ids, '{}') end;
end $$;
revoke all on function learning.find_certificates(text[], integer[]) from public;
grant execute on function learning.find_certificates(text[], integer[]) to waypost_app;

-- `removed`: with people who were removed; their certificates and reports stay in the lists.
create function identity.find_people(patterns text[], removed boolean) returns integer[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  matches constant text := (select string_agg(format('l.letters like %L', pattern), ' and ') from unnest(patterns) pattern);
  plan json;
  user_ids integer[];
begin
  if matches is null then return null; end if;
  execute 'explain (format json) select from identity.person_letters l where ' || matches into plan;
  if (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric > 20000 then return null; end if;
  execute 'select array_agg(user_id) from (
             select p.user_id from identity.person_letters l join identity.person p using (user_id)
             where ' || matches || ' and ($1 or p.deleted_at is null) and platform.tenants() @> p.organization_id
             limit 1001) few' into user_ids using removed;
  return case when cardinality(user_ids) > 1000 then null else coalesce(user_ids, '{}') end;
end $$;
revoke all on function identity.find_people(text[], boolean) from public;
grant execute on function identity.find_people(text[], boolean) to waypost_app;

-- Up to 10,000 tickets instead of 1,000, as many as a search counts: where none of them is recent, reading all tickets in
-- their order takes seconds.
create or replace function support.find_tickets(patterns text[], query tsquery, number integer, reporters integer[])
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
             where platform.tenants() @> t.organization_id limit 10001) few' into issue_ids;
  return case when cardinality(issue_ids) > 10000 then null else coalesce(issue_ids, '{}') end;
end $$;
