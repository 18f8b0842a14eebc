import { orderStatus } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { toDollars } from '#platform/money.ts'
import { z } from '#platform/schema.ts'
import { kinds } from './line.ts'

const Item = z.object({
  order_item_id: z.int(),
  kind: z.enum(kinds),
  name: z.string(),
  /** In dollars, without shipping and audio. */
  price: z.number(),
  addOns: z.number(),
  shipping_price: z.number(),
  lk_shipping_type_id: z.int().nullable(),
  course_website_id: z.int().nullable(),
  /** The enrollment that waits for the payment, or the course to retake or reinstate. */
  student_course_id: z.int().nullable(),
  component_id: z.int().nullable(),
})

/** An order awaiting payment; amounts in dollars. `intent_id` identifies its payment. */
export const OpenOrder = z.object({
  order_id: z.int(),
  intent_id: z.string(),
  user_id: z.int(),
  organization_name: z.string(),
  note: z.string(),
  /** Whether it was created by staff; otherwise by the student. */
  charged_ind: z.boolean(),
  /** Whether a payment awaits the bank's confirmation. */
  pending: z.boolean(),
  tax: z.number(),
  total: z.number(),
  created_at: z.iso.datetime(),
  items: z.array(Item),
})
export type OpenOrder = z.infer<typeof OpenOrder>

type ItemRow = Omit<z.infer<typeof Item>, 'price' | 'addOns' | 'shipping_price'> &
  Record<'price_cents' | 'add_on_cents' | 'shipping_cents', number>
type Row = Omit<OpenOrder, 'items' | 'tax' | 'total' | 'created_at'> & {
  tax_cents: number
  total_cents: number
  created_at: Date
  items: ItemRow[]
}

/** A person's open orders that were not created from a cart, newest first, up to 100; `order_id` selects one. */
export async function listOpenOrders(
  { sql }: Pick<Ctx, 'sql'>,
  user_id: number,
  order_id: number | null = null,
): Promise<OpenOrder[]> {
  const rows = await sql<Row>`
    select o.order_id, o.intent_id, o.user_id, organization.name as organization_name, o.note,
           o.created_by is not null as charged_ind, o.tax_cents, o.total_cents, o.created_at,
           exists (select from checkout.payment_attempt a
                   where a.order_id = o.order_id and a.state in ('calling', 'unknown', 'held')) as pending,
           items.items
    from checkout.customer_order o
    join identity.v_organization organization using (organization_id)
    cross join lateral (
      select jsonb_agg(jsonb_build_object(
        'order_item_id', i.order_item_id, 'kind', i.kind, 'name', i.name, 'price_cents', i.price_cents,
        'add_on_cents', i.add_on_cents, 'shipping_cents', i.shipping_cents,
        'lk_shipping_type_id', i.lk_shipping_type_id, 'course_website_id', i.course_website_id,
        'student_course_id', coalesce(i.for_student_course_id, s.student_course_id),
        'component_id', i.component_id) order by i.order_item_id) as items
      from checkout.order_item i
      left join learning.v_student_course s on s.order_item_id = i.order_item_id
      where i.order_id = o.order_id
    ) items
    where o.user_id = ${user_id} and o.written_ind and o.lk_order_status_id = ${orderStatus.Open}
      and o.order_id = coalesce(${order_id}::integer, o.order_id)
    order by o.created_at desc, o.order_id desc
    limit 100`
  return rows.map(openOrderResponse)
}

const openOrderResponse = ({ tax_cents, total_cents, created_at, items, ...row }: Row): OpenOrder => ({
  ...row,
  tax: toDollars(tax_cents),
  total: toDollars(total_cents),
  created_at: created_at.toISOString(),
  items: items.map(({ price_cents, add_on_cents, shipping_cents, ...item }) => ({
    ...item,
    price: toDollars(price_cents),
    addOns: toDollars(add_on_cents),
    shipping_price: toDollars(shipping_cents),
  })),
})
