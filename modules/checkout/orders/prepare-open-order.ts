import { checkoutErrors } from '#modules/checkout/errors.ts'
import { orderStatus } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { selectOrder } from './order.sql.ts'
import { requirePayable, type Terms } from './order-requirements.ts'
import { centsOf, type PreparedOrder } from './prepare-cart-order.ts'

export type PayOrder = { order_id: number; intent_id: string; total: number } & Terms

/** Prepares an order without a cart for charging. Throws the errors of lockOpenOrder and requirePayable. */
export async function prepareOpenOrder(ctx: Ctx, input: PayOrder): Promise<PreparedOrder> {
  const prepared = await lockOpenOrder(ctx, input)
  if (prepared.step === 'ready') await requirePayable(ctx, prepared.order, input)
  return prepared
}

/**
 * Locks an order without a cart of the session's person until the transaction ends. Throws notFound for another
 * person's, orderClosed for a canceled one, and cartChanged if the buyer saw another total.
 */
export async function lockOpenOrder(
  ctx: Ctx,
  { order_id, intent_id, total }: Omit<PayOrder, keyof Terms>,
): Promise<PreparedOrder> {
  const user_id = ctx.actor.kind === 'user' ? ctx.actor.user_id : null
  const [row] = await ctx.sql`
    select from checkout.customer_order
    where order_id = ${order_id} and user_id = ${user_id} and intent_id = ${intent_id} and written_ind
    for no key update`
  if (!row) throw errors.notFound()
  const order = await selectOrder(ctx, order_id)
  if (order.paid_at) return { step: 'paid', order }
  if (order.state) return { step: 'pending', order }
  if (order.lk_order_status_id !== orderStatus.Open) throw checkoutErrors.orderClosed()
  if (centsOf(total) !== order.total_cents) throw checkoutErrors.cartChanged()
  return { step: 'ready', order, priced: null }
}
