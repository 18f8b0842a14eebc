-- no transaction
-- What: the indexes over the letters of authorization keys, promo codes and shop orders, and over the websites of codes.
-- Why: they find letters anywhere within a text, and the codes of the websites with such a name.
-- Locks: none that writers wait for.
drop index concurrently if exists checkout.authorization_key_letters;
create index concurrently authorization_key_letters on checkout.authorization_key using gin (
  platform.search_form(course_name || ' ' || last_group) public.gin_trgm_ops);
drop index concurrently if exists checkout.promo_code_letters;
create index concurrently promo_code_letters on checkout.promo_code using gin (
  platform.search_form(code) public.gin_trgm_ops);
drop index concurrently if exists identity.storefront_order_letters;
create index concurrently storefront_order_letters on identity.storefront_order using gin (
  platform.search_form(order_name || ' ' || customer_name || ' ' || email) public.gin_trgm_ops);
drop index concurrently if exists checkout.storefront_line_letters;
create index concurrently storefront_line_letters on checkout.storefront_line using gin (
  platform.search_form(title) public.gin_trgm_ops);
drop index concurrently if exists checkout.promo_code_website;
create index concurrently promo_code_website on checkout.promo_code (website_id) where website_id is not null;
