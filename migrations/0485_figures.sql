-- What: one definition of each figure. A sale is a payment that was not voided, with its lines (`checkout.v_sale_line`).
-- `checkout.v_payment` has the tax of the order, lost chargebacks and the amount that stays paid; a payment of nothing
-- has its own type (4). A reissued certificate counts once, on the day it was first issued.
-- Why: the tile, the chart, the lists, the reports and the invoices added up different rows.
-- Locks: none beyond the rows that are written.

create or replace view checkout.v_payment with (security_invoker=true) as
 SELECT p.payment_id,
    p.organization_id,
    p.order_id,
    p.user_id,
    p.transaction_id,
    CASE WHEN p.total_cents = 0 THEN 4 ELSE p.lk_payment_type_id END AS lk_payment_type_id,
    p.lk_payment_status_id,
    p.total_cents,
    p.refund_cents,
    p.last_4,
    p.brand,
    p.created_at,
    p.updated_at,
    o.first_name,
    o.last_name,
    o.email,
    o.discount_cents,
    o.shipping_cents,
    person.lk_user_role_id,
    organization.code AS organization_code,
    items.course_name,
    items.course_version_id,
    o.tax_cents,
    back.charged_back_cents,
    CASE WHEN p.lk_payment_status_id = 7 THEN 0
      ELSE p.total_cents - p.refund_cents - back.charged_back_cents END AS kept_cents
   FROM checkout.payment p
     JOIN checkout.customer_order o USING (order_id)
     LEFT JOIN identity.v_person person ON person.user_id = p.user_id
     JOIN identity.v_organization organization ON organization.organization_id = p.organization_id
     LEFT JOIN LATERAL ( SELECT string_agg(i.name, ', '::text ORDER BY i.order_item_id) AS course_name,
            min(i.course_version_id) AS course_version_id
           FROM checkout.order_item i
          WHERE i.order_id = p.order_id) items ON true
     LEFT JOIN LATERAL ( SELECT coalesce(sum(c.amount_cents), 0)::integer AS charged_back_cents
           FROM checkout.chargeback c
          WHERE c.payment_id = p.payment_id AND c.state = 'lost') back ON true;

create view checkout.v_sale_line with (security_invoker=true) as
 SELECT i.order_item_id,
    i.order_id,
    i.organization_id,
    p.user_id,
    p.transaction_id,
    i.course_website_id,
    i.name,
    i.price_cents + i.add_on_cents AS price_cents,
    i.discount_cents,
    i.shipping_cents,
    i.invoice_ind,
    p.created_at AS sold_at
   FROM checkout.payment p
     JOIN checkout.order_item i USING (order_id)
  WHERE p.lk_payment_status_id <> 7;

create or replace function learning.count_certificate() returns trigger
  language plpgsql as $$
declare
  first_issued_at timestamptz;
begin
  if tg_op = 'INSERT' then
    -- A later version replaces a certificate that is counted.
    if new.version = 1 then
      perform platform.change_count(new.organization_id, 'certificates', 1, new.issued_at);
    end if;
    return null;
  end if;
  select min(c.issued_at) into first_issued_at from learning.student_certificate c
  where c.student_course_id = old.student_course_id;
  if tg_op = 'DELETE' then
    if old.version = 1 and old.deleted_at is null then
      perform platform.change_count(old.organization_id, 'certificates', -1, old.issued_at);
    end if;
  else
    perform platform.change_count(
      new.organization_id, 'certificates', case when new.deleted_at is null then 1 else -1 end, first_issued_at);
  end if;
  return null;
end $$;

create or replace procedure platform.count_rows_again()
  language sql as $$
    delete from platform.row_count;
    insert into platform.row_count (organization_id, counted, counted_at, n, added_up)
    select organization_id, 'students', '-infinity', count(*), true from identity.person
    where lk_user_role_id = 3 and deleted_at is null group by 1
    union all
    select organization_id, 'enrollments', date_trunc('hour', created_at, 'UTC'), count(*), true from learning.student_course
    where date_trunc('hour', created_at, 'UTC') >= platform.now() - interval '16 days' group by 1, 3
    union all
    select organization_id, 'courses in ' || lk_student_course_status_id, '-infinity', count(*), true from learning.student_course
    where lk_student_course_status_id in (5, 13, 14, 15, 17, 19) group by 1, 2
    union all
    select organization_id, 'certificates', date_trunc('hour', issued_at, 'UTC'), count(*), true from learning.student_certificate c
    where version = 1 and date_trunc('hour', issued_at, 'UTC') >= platform.now() - interval '16 days'
      and not exists (select from learning.student_certificate n
                      where n.student_course_id = c.student_course_id and n.deleted_at is not null)
    group by 1, 3
    union all
    select organization_id, 'sales', date_trunc('hour', created_at, 'UTC'), count(*), true from checkout.payment
    where lk_payment_status_id <> 7 and date_trunc('hour', created_at, 'UTC') >= platform.now() - interval '16 days' group by 1, 3
    union all
    select organization_id, 'tickets', '-infinity', count(*), true from support.ticket
    where lk_issue_status_id = 5 group by 1;
  $$;

-- Until now each version counted, and a withdrawal took back only the last one.
insert into platform.row_count (organization_id, counted, counted_at, n)
select organization_id, 'certificates', date_trunc('hour', issued_at, 'UTC'), -count(*) from learning.student_certificate c
where date_trunc('hour', issued_at, 'UTC') >= platform.now() - interval '15 days' and deleted_at is null
  and (version > 1 or exists (select from learning.student_certificate n
                              where n.student_course_id = c.student_course_id and n.deleted_at is not null))
group by 1, 3;

update settings.translation t set key = moved.new_key
from (values
  ('checkout/storefront-orders/storefront-orders:storefrontTexts.endedAt', 'checkout/account/payments-tab:paymentTexts.refunded'),
  ('web/pages/manage/people/student-detail:studentDetailTexts.amount', 'checkout/payments/grid/payments:paymentWords.amount_paid')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
