-- Since when an order is as it stands, which lines go together, letters by mailbox, and payments of buyers out of
-- sight. New columns without values and indexes of few rows: exclusive locks of moments.

alter table checkout.customer_order
  -- When an unpaid order was written anew of its cart: money of a try from before pays for something else.
  add column rewritten_at timestamptz;

alter table checkout.order_item
  -- The line that it came along with, which carries the price: who gives that one back has neither.
  add column bundled_order_item_id integer,
  add constraint order_item_bundle_fkey foreign key (bundled_order_item_id, organization_id)
    references checkout.order_item (order_item_id, organization_id);
create index order_item_bundle on checkout.order_item (bundled_order_item_id) where bundled_order_item_id is not null;

-- What a mailbox got of late is asked before it gets another letter.
create index leaver_letter_sent on checkout.leaver_letter (settled_at) where state = 'sent';

-- A buyer may belong to an organization above the one that sold, and out of the sight of its staff; the payment is not.
create or replace view checkout.v_payment with (security_invoker = true) as
  select p.payment_id, p.organization_id, p.order_id, p.user_id, p.transaction_id, p.lk_payment_type_id,
         p.lk_payment_status_id, p.total_cents, p.refund_cents, p.last_4, p.brand, p.created_at, p.updated_at,
         o.first_name, o.last_name, o.email, o.discount_cents, o.shipping_cents, person.lk_user_role_id,
         organization.code as organization_code,
         items.course_name, items.course_version_id
  from checkout.payment p
  join checkout.customer_order o using (order_id)
  left join identity.v_person person on person.user_id = p.user_id
  join identity.v_organization organization on organization.organization_id = p.organization_id
  left join lateral (
    select string_agg(i.name, ', ' order by i.order_item_id) as course_name, min(i.course_version_id) as course_version_id
    from checkout.order_item i where i.order_id = p.order_id
  ) items on true;
