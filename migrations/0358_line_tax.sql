-- What: the tax of each line of an order that was taxed: its part of the total, to the cent as refunds are split
-- (payments/refunds/split-refund.shared.ts), less its own price.
-- Why: refunds of a line include its tax, and its price does not. Reports and 'Amount Paid' need both to say the same.
-- Locks: none; a view.

create view checkout.v_line_tax with (security_invoker = true) as
select order_item_id, order_id, organization_id, weight_cents::integer as price_cents,
       (whole + (place <= total_cents - sum(whole) over (partition by order_id))::integer - weight_cents)::integer
         as tax_cents
from (
  select *, row_number() over (partition by order_id order by cut desc, order_item_id) as place
  from (
    select *, div(total_cents * weight_cents, all_cents) as whole, mod(total_cents * weight_cents, all_cents) as cut
    from (
      select i.order_item_id, i.order_id, i.organization_id, o.total_cents::numeric as total_cents, w.weight_cents,
             sum(w.weight_cents) over (partition by i.order_id) as all_cents
      from checkout.order_item i
      join checkout.customer_order o using (order_id)
      cross join lateral (
        select case when i.invoice_ind then 0
               else i.price_cents + i.add_on_cents + i.shipping_cents - i.discount_cents end::numeric as weight_cents) w
      where o.tax_cents > 0) weighed
    where all_cents > 0) shared) placed;
