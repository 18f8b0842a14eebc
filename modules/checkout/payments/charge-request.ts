import type { Order } from '#modules/checkout/orders/order.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { stateCode } from '#platform/states.ts'
import type { Card, ChargeRequest } from './gateways/gateway.ts'

/** The charged part of an order, from its rows. Lines invoiced to an organization are not in the sum. */
export type ChargedOrder = {
  /** The card's billing address. */
  address1: string
  city: string
  lk_state_id: number | null
  zip: string
  shipping_cents: number
  tax_cents: number
  lines: { id: string; name: string; unit_cents: number }[]
}

/** An order as the gateway needs it: without a billing address of its own it has its shipping address. */
export async function selectChargedOrder({ sql }: Pick<Ctx, 'sql'>, order_id: number): Promise<ChargedOrder> {
  const [order] = await sql<ChargedOrder>`
    select bill.address1, bill.city, bill.lk_state_id, bill.zip, o.shipping_cents, o.tax_cents, i.lines
    from checkout.customer_order o
    cross join lateral (
      select o.billing_address1, o.billing_city, o.billing_lk_state_id, o.billing_zip where o.billing_address1 <> ''
      union all
      select o.address1, o.city, o.lk_state_id, o.zip where o.billing_address1 = ''
    ) bill (address1, city, lk_state_id, zip)
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', coalesce(course_website_id, order_item_id)::text, 'name', name,
        'unit_cents', price_cents + add_on_cents) order by order_item_id), '[]') as lines
      from checkout.order_item where order_id = o.order_id and not invoice_ind
    ) i
    where o.order_id = ${order_id}`
  return order!
}

/** The description of an order for the gateway and the cardholder. */
export const describeOrder = ({ organization }: Pick<Ctx, 'organization'>, { lines }: ChargedOrder): string =>
  `${organization.name}: ${lines.map(({ name }) => name).join(', ')}`

/** Name and postal code as the cardholder entered them; '' for the order's own. */
export type Holder = { first_name: string; last_name: string; postalCode: string }

/** The request to the gateway: the sum comes from the rows, never from the client. */
export async function chargeRequest(
  ctx: Ctx,
  order: Order,
  { attempt, card, holder }: { attempt: string; card: Card; holder: Holder | null },
): Promise<ChargeRequest> {
  const { user_id, first_name, last_name, email, total_cents } = order
  const chargedOrder = await selectChargedOrder(ctx, order.order_id)
  const { address } = ctx.request
  return {
    attempt,
    amount_cents: total_cents,
    currency: 'USD',
    card,
    order: {
      description: describeOrder(ctx, chargedOrder),
      lines: chargedOrder.lines.map((line) => ({ ...line, quantity: 1 })),
      shipping_cents: chargedOrder.shipping_cents,
      tax_cents: chargedOrder.tax_cents,
      bill_to: {
        first_name: holder?.first_name || first_name,
        last_name: holder?.last_name || last_name,
        address: chargedOrder.address1,
        city: chargedOrder.city,
        state: stateCode(chargedOrder.lk_state_id),
        zip: holder?.postalCode || chargedOrder.zip,
      },
    },
    customer: { id: String(user_id), email },
    // The gateway accepts only IPv4 addresses.
    ...(/^\d{1,3}(\.\d{1,3}){3}$/.test(address) && { ip: address }),
  }
}
