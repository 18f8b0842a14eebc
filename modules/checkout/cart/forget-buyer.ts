import { orderStatus } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Cart, lockCart, requireNoRunningPayment } from './cart.sql.ts'
import { shopperOf } from './guest.ts'

/**
 * Detaches a guest's cart from the buyer of the last payment attempt, so that the next payment creates a new order and
 * a new student. Does nothing for a student's own cart. Throws paymentRunning.
 */
export async function forgetBuyer(ctx: Ctx, guest_id: string | null): Promise<void> {
  if (ctx.actor.kind === 'user') return
  await ctx.tx(async (inner) => {
    const cart = await lockCart(inner, shopperOf(inner, guest_id))
    if (!cart) return
    await requireNoRunningPayment(inner, cart)
    await cancelAttemptedOrder(inner, cart)
    await inner.sql`
      update checkout.cart set intent_id = gen_random_uuid(), updated_at = platform.now()
      where cart_id = ${cart.cart_id}`
    await inner.audit({ action: 'cart.forget_buyer', subject: `cart_id:${cart.cart_id}` })
  })
}

/** Cancels the unpaid order of a guest's payment attempt: a payment that still arrives buys nothing and is refunded. */
export async function cancelAttemptedOrder(
  { sql }: Pick<Ctx, 'sql'>,
  { intent_id }: Pick<Cart, 'intent_id'>,
): Promise<void> {
  await sql`
    update checkout.customer_order set lk_order_status_id = ${orderStatus.Cancelled}
    where intent_id = ${intent_id} and paid_at is null`
}
