import { shopperOf } from '#modules/checkout/cart/guest.ts'
import type { Ctx } from '#platform/ctx.ts'
import { toDollars } from '#platform/money.ts'
import { findOrderOfIntent } from './order.sql.ts'

/** An order whose buyer returns from a wallet; `total` in dollars. */
export type ApprovedOrder = {
  order_id: number
  total: number
  names: string[]
  /** Already paid or being paid, so there is nothing left to confirm. */
  isSettled: boolean
}

/** Finds the caller's own order of an intent. */
export async function findApprovedOrder(
  ctx: Ctx,
  intent_id: string,
  guest_id: string | null,
): Promise<ApprovedOrder | null> {
  const order = await findOrderOfIntent(ctx, intent_id, shopperOf(ctx, guest_id))
  if (!order) return null
  const { order_id, total_cents, paid_at, state } = order
  const lines = await ctx.sql<{ name: string }>`
    select name from checkout.order_item where order_id = ${order_id} order by order_item_id`
  const isSettled = paid_at !== null || state !== null
  return { order_id, total: toDollars(total_cents), names: lines.map(({ name }) => name), isSettled }
}
