-- What: functions that find the few authorization keys, promo codes and lines of shop orders of the caller's organizations by
-- letters within what their lists show, and the part that they share.
-- Why: behind a policy no index serves letters within a text, so a search that matches nothing reads all of them. 0854 adds
-- the indexes.
-- Locks: none.

-- The keys, in the caller's scope, among those that the query `matches` selects; null if more than `most` are, or more than
-- 20,000 of all organizations probably are. Only functions that write `matches` themselves may call it.
create function platform.few_keys(matches text, relation text, key text, most integer) returns integer[]
language plpgsql volatile set search_path = '' as $$
declare
  plan json;
  keys integer[];
begin
  if matches is null then return null; end if;
  execute 'explain (format json) ' || matches into plan;
  if (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric > 20000 then return null; end if;
  execute format('select array_agg(key) from (
                    select distinct t.%1$I as key from (%2$s) m join %3$s t using (%1$I)
                    where platform.tenants() @> t.organization_id limit %4$s) few', key, matches, relation, most + 1)
    into keys;
  return case when cardinality(keys) > most then null else coalesce(keys, '{}') end;
end $$;
revoke all on function platform.few_keys(text, text, text, integer) from public;

-- Those with the letters of all patterns in their course's name and their last group, or of any pattern in the name of their
-- organization: the caller compares the rest.
create function checkout.find_authorization_keys(patterns text[]) returns integer[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  letters constant text := (
    select string_agg(format('platform.search_form(course_name || '' '' || last_group) like %L', pattern), ' and ')
    from unnest(patterns) pattern);
  organizations constant integer[] := array(
    select organization_id from identity.organization where platform.search_form(name) like any(patterns));
begin
  return platform.few_keys(
    'select authorization_key_id from checkout.authorization_key where ' || letters
      || case when cardinality(organizations) = 0 then '' else
        format(' union all select authorization_key_id from checkout.authorization_key where organization_id = any(%L::int[])',
               organizations) end,
    'checkout.authorization_key', 'authorization_key_id', 1000);
end $$;
revoke all on function checkout.find_authorization_keys(text[]) from public;
grant execute on function checkout.find_authorization_keys(text[]) to waypost_app;

-- Those with the letters of all patterns in their code, or of any pattern in the name of their website.
create function checkout.find_promo_codes(patterns text[]) returns integer[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  letters constant text := (
    select string_agg(format('platform.search_form(code) like %L', pattern), ' and ') from unnest(patterns) pattern);
  websites constant integer[] := array(
    select website_id from catalogue.website where platform.search_form(name) like any(patterns));
begin
  return platform.few_keys(
    'select promo_code_id from checkout.promo_code where ' || letters
      || case when cardinality(websites) = 0 then '' else
        format(' union all select promo_code_id from checkout.promo_code where website_id = any(%L::int[])', websites) end,
    'checkout.promo_code', 'promo_code_id', 1000);
end $$;
revoke all on function checkout.find_promo_codes(text[]) from public;
grant execute on function checkout.find_promo_codes(text[]) to waypost_app;

-- Lines of the orders with the letters of all patterns in number, customer and email, and lines with those of any in their
-- product.
create function checkout.find_storefront_lines(patterns text[]) returns integer[]
language plpgsql volatile security definer set search_path = '' as $$
begin
  return platform.few_keys((
    select 'select l.storefront_line_id from identity.storefront_order s
            join checkout.storefront_line l using (storefront_order_id) where '
      || string_agg(format(
           'platform.search_form(s.order_name || '' '' || s.customer_name || '' '' || s.email) like %L', pattern), ' and ')
      || ' union all select storefront_line_id from checkout.storefront_line where '
      || string_agg(format('platform.search_form(title) like %L', pattern), ' or ')
    from unnest(patterns) pattern), 'checkout.storefront_line', 'storefront_line_id', 1000);
end $$;
revoke all on function checkout.find_storefront_lines(text[]) from public;
grant execute on function checkout.find_storefront_lines(text[]) to waypost_app;
