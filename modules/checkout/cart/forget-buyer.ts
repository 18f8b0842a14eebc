import { orderStatus } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Cart, lockCart, requireQuiet } from './cart.sql.ts'
import { shopperOf } from './guest.ts'

/**
 * Prepares a guest's cart for a different buyer or address than the last attempt: its next order is a new one, and the
 * student created by that attempt is dropped. Does nothing for a student's own cart. Throws paymentRunning.
 */
export async function forgetBuyer(ctx: Ctx, guest_id: string | null): Promise<void> {
  if (ctx.actor.kind === 'user') return
  await ctx.tx(async (inner) => {
    const cart = await lockCart(inner, shopperOf(inner, guest_id))
    if (!cart) return
    await requireQuiet(inner, cart)
    await cancelTry(inner, cart)
    await inner.sql`
      update checkout.cart set intent_id = gen_random_uuid(), updated_at = platform.now()
      where cart_id = ${cart.cart_id}`
    await inner.audit({ action: 'cart.forget_buyer', subject: `cart_id:${cart.cart_id}` })
  })
}

/** Cancels the order of a guest's attempt: if its payment still arrives, it buys nothing and is refunded. */
export async function cancelTry({ sql }: Pick<Ctx, 'sql'>, { intent_id }: Pick<Cart, 'intent_id'>): Promise<void> {
  await sql`
    update checkout.customer_order set lk_order_status_id = ${orderStatus.Cancelled}
    where intent_id = ${intent_id} and paid_at is null`
}
