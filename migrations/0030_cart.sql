-- Courses that a buyer puts aside, and courses that come along with another one. New columns without values, an index of
-- few rows and a view: exclusive locks of moments.

alter table checkout.cart_item
  -- Put aside for later: neither counted nor bought until it is taken back.
  add column saved_at timestamptz,
  -- The item that it came along with, and goes with; that one carries the price.
  add column bundled_cart_item_id integer,
  add constraint cart_item_of_organization_key unique (cart_item_id, organization_id),
  add constraint cart_item_bundle_fkey foreign key (bundled_cart_item_id, organization_id)
    references checkout.cart_item (cart_item_id, organization_id) on delete cascade,
  add constraint cart_item_bundle_check check (bundled_cart_item_id <> cart_item_id),
  -- A code takes something off a price, and these have none.
  add constraint cart_item_without_code_check
    check (promo_code_id is null or (saved_at is null and bundled_cart_item_id is null));
create index cart_item_bundle on checkout.cart_item (bundled_cart_item_id) where bundled_cart_item_id is not null;

create or replace view checkout.v_cart_item with (security_invoker = true) as
  select i.cart_item_id, i.organization_id, c.user_id, i.course_website_id, i.lk_shipping_type_id, i.audio_ind,
         i.created_at
  from checkout.cart_item i
  join checkout.cart c using (cart_id)
  where i.saved_at is null;
