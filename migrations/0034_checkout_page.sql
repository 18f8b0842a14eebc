-- What the checkout asks beside the cart: where the card is billed, which parts of a bundle may be left out, and whose
-- certificate that goes by mail is e-mailed, too. New columns with constant defaults: exclusive locks of moments. The
-- rule on promo codes reads their small table once.

alter table checkout.customer_order
  -- Where the card is billed; without a street the address above is meant.
  add column billing_address1 text not null default '',
  add column billing_address2 text not null default '',
  add column billing_city text not null default '',
  add column billing_lk_state_id integer,
  add column billing_zip text not null default '';

-- Of a certificate that goes by mail: whether it is e-mailed as well.
alter table checkout.cart_item add column send_email_ind boolean not null default true;
alter table checkout.order_item add column send_email_ind boolean not null default true;

-- A part that is not required may be left out of the cart; it costs nothing either way.
alter table catalogue.course_bundle add column required_ind boolean not null default true;
create or replace view catalogue.v_course_bundle with (security_invoker = true) as
  select s.course_website_id as bundle_course_website_id, b.position, o.*, b.required_ind
  from catalogue.v_course_website s
  join catalogue.course_bundle b on b.course_version_id = s.course_version_id
  join catalogue.v_course_website o
    on o.website_id = s.website_id and o.organization_id = s.organization_id and o.course_id = b.course_id;

-- Two codes of one name never hold at the same place: a code for all websites leaves its name to no single one. Until now
-- a website's own code won there, so the other one is renamed where both exist.
update checkout.promo_code whole set code = left(whole.code, 28) || '-' || whole.promo_code_id
where whole.website_id is null and exists (
  select from checkout.promo_code own
  where own.organization_id = whole.organization_id and own.code = whole.code and own.website_id is not null);
-- Ranges of one element stand for equality, a text by its hash; that of no website is endless and meets all.
alter table checkout.promo_code add constraint promo_code_of_place_excl exclude using gist (
  int4range(organization_id, organization_id, '[]') with &&,
  int4range(website_id, website_id, '[]') with &&,
  int8range(hashtextextended(code, 0), hashtextextended(code, 0), '[]') with &&);
drop index checkout.promo_code_code;
