import type { Ctx } from '../../../platform/ctx.ts'
import { stateCode } from '../../../platform/lookups.ts'
import type { PricedCart } from '../cart/priced-cart.ts'
import type { Order } from '../orders/order.sql.ts'
import type { ChargeRequest } from './gateway.ts'
import type { ProcessPayment } from './payment.schema.ts'

type Charge = { order: Order; attempt: string; card: NonNullable<ProcessPayment['creditCard']>; priced: PricedCart }

/** What the gateway is asked for: the sum of the rows, never one that the request named. */
export async function chargeRequest(ctx: Ctx, { order, attempt, card, priced }: Charge): Promise<ChargeRequest> {
  const { order_id, user_id, first_name, last_name, email, total_cents } = order
  const [to] = await ctx.sql<{ address1: string; city: string; lk_state_id: number | null; zip: string }>`
    select address1, city, lk_state_id, zip from checkout.customer_order where order_id = ${order_id}`
  const { address } = ctx.request
  return {
    attempt,
    amount_cents: total_cents,
    currency: 'USD',
    card: { kind: 'opaque', descriptor: card.dataDescriptor, value: card.dataValue },
    order: {
      description: `${ctx.organization.name}: ${priced.lines.map((line) => line.course_name).join(', ')}`,
      lines: priced.lines.map(({ course_website_id, course_name, item }) => ({
        id: String(course_website_id),
        name: course_name,
        quantity: 1,
        unit_cents: item.price_cents + item.add_on_cents,
      })),
      shipping_cents: priced.total.shipping_cents,
      bill_to: {
        first_name: card.first_name || first_name,
        last_name: card.last_name || last_name,
        address: to!.address1,
        city: to!.city,
        state: stateCode(to!.lk_state_id),
        zip: card.postalCode || to!.zip,
      },
    },
    customer: { id: String(user_id), email },
    // The gateway takes addresses of the old kind only.
    ...(/^\d{1,3}(\.\d{1,3}){3}$/.test(address) && { ip: address }),
  }
}
