-- What: functions that find the few authorization keys, promo codes and lines of shop orders of the caller's organizations by
-- letters within what their lists show, and the part that they share.
-- Why: behind a policy no index serves letters within a text, so a search that matches nothing reads all of them. 0854 adds
-- the indexes.
-- Locks: none.

-- The keys, in the caller's scope, of the rows that every word has. `matches` has a query for each word, which selects the
-- keys of all organizations; words that more than 20,000 rows probably have are left to the caller, who compares all words.
-- Null if all words are such words, or more than 5,000 rows are in scope. Only functions that write `matches` themselves may
-- call it.
create function platform.few_keys(matches text[], relation text, key text) returns integer[]
language plpgsql volatile set search_path = '' as $$
declare
  query text;
  plan json;
  rare_words text[];
  keys integer[];
begin
  foreach query in array matches loop
    execute 'explain (format json) ' || query into plan;
    if (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric <= 20000 then
      rare_words := rare_words || format('(%s)', query);
    end if;
  end loop;
  if rare_words is null then return null; end if;
  execute format('select array_agg(key) from (
                    select t.%1$I as key from (%2$s) m join %3$s t using (%1$I)
                    where platform.tenants() @> t.organization_id limit 5001) few',
                 key, array_to_string(rare_words, ' intersect '), relation)
    into keys;
  return case when cardinality(keys) > 5000 then null else coalesce(keys, '{}') end;
end $$;
revoke all on function platform.few_keys(text[], text, text) from public;

-- A word is in the name of the course, the last group of the code or the name of the organization.
create function checkout.find_authorization_keys(patterns text[]) returns integer[]
language plpgsql volatile security definer set search_path = '' as $$
begin
  return platform.few_keys(array(
    select format('select authorization_key_id from checkout.authorization_key
                   where platform.search_form(course_name || '' '' || last_group) like %L
                   union select authorization_key_id from checkout.authorization_key
                   where organization_id = any(%L::int[])',
      pattern, array(select organization_id from identity.organization where platform.search_form(name) like pattern))
    from unnest(patterns) pattern), 'checkout.authorization_key', 'authorization_key_id');
end $$;
revoke all on function checkout.find_authorization_keys(text[]) from public;
grant execute on function checkout.find_authorization_keys(text[]) to waypost_app;

-- A word is in the code or in the name of the website.
create function checkout.find_promo_codes(patterns text[]) returns integer[]
language plpgsql volatile security definer set search_path = '' as $$
begin
  return platform.few_keys(array(
    select format('select promo_code_id from checkout.promo_code where platform.search_form(code) like %L
                   union select promo_code_id from checkout.promo_code where website_id = any(%L::int[])',
      pattern, array(select website_id from catalogue.website where platform.search_form(name) like pattern))
    from unnest(patterns) pattern), 'checkout.promo_code', 'promo_code_id');
end $$;
revoke all on function checkout.find_promo_codes(text[]) from public;
grant execute on function checkout.find_promo_codes(text[]) to waypost_app;

-- A word is in the number, customer or email of the order, or in the product.
create function checkout.find_storefront_lines(patterns text[]) returns integer[]
language plpgsql volatile security definer set search_path = '' as $$
begin
  return platform.few_keys(array(
    select format('select l.storefront_line_id from identity.storefront_order s
                   join checkout.storefront_line l using (storefront_order_id)
                   where platform.search_form(s.order_name || '' '' || s.customer_name || '' '' || s.email) like %1$L
                   union select storefront_line_id from checkout.storefront_line
                   where platform.search_form(title) like %1$L', pattern)
    from unnest(patterns) pattern), 'checkout.storefront_line', 'storefront_line_id');
end $$;
revoke all on function checkout.find_storefront_lines(text[]) from public;
grant execute on function checkout.find_storefront_lines(text[]) to waypost_app;
