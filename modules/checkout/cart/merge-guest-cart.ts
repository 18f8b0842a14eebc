import type { Ctx } from '#platform/ctx.ts'
import { type Cart, lockCart, openCart, requireNoRunningPayment } from './cart.sql.ts'
import { cancelAttemptedOrder } from './forget-buyer.ts'
import { hashGuestId } from './guest.ts'
import { addBundledItems } from './item.sql.ts'
import { removeUnavailable } from './remove-unavailable.ts'

/**
 * Moves the guest's items to the signed-in user's cart, without duplicates, and deletes the guest's cart, which voids
 * its secret. Returns the number of moved items. Throws paymentRunning while either cart is being paid.
 */
export function mergeGuestCart(ctx: Ctx, guest_id: string, user_id: number): Promise<number> {
  return ctx.tx(async (inner) => {
    // Always locked first, so that concurrent sign-ins wait for each other instead of deadlocking.
    const guest = await lockCart(inner, { guest_hash: hashGuestId(guest_id) })
    if (!guest) return 0
    await requireNoRunningPayment(inner, guest)
    const cart = await openCart(inner, { user_id })
    await requireNoRunningPayment(inner, cart)
    await cancelAttemptedOrder(inner, guest)
    return moveItems(inner, guest, cart)
  })
}

async function moveItems(ctx: Ctx, guest: Cart, cart: Cart): Promise<number> {
  const { sql } = ctx
  const guestItems = await sql<{ course_id: number }>`
    select course_id from checkout.cart_item where cart_id = ${guest.cart_id}`
  await removeUnavailable(
    ctx,
    cart,
    guestItems.map(({ course_id }) => course_id),
  )
  // An item in one cart and saved in the other ends up in the cart.
  await sql`
    delete from checkout.cart_item k using checkout.cart_item g
    where k.cart_id = ${cart.cart_id} and k.saved_at is not null
      and g.cart_id = ${guest.cart_id} and g.saved_at is null and g.course_id = k.course_id`
  const movedItems = await sql<{ cart_id: number; course_id: number; standalone_ind: boolean }>`
    update checkout.cart_item i
    set cart_id = ${cart.cart_id},
        -- A cart has at most one code: the user's own takes precedence.
        promo_code_id = case when not exists (select from checkout.cart_item k
                                              where k.cart_id = ${cart.cart_id} and k.promo_code_id is not null)
                          then promo_code_id end
    where i.cart_id = ${guest.cart_id} and not exists (
      select from checkout.cart_item k
      left join checkout.cart_item bundle on bundle.cart_item_id = i.bundled_cart_item_id
      -- Bundled items stay with their bundle.
      where k.cart_id = ${cart.cart_id} and k.course_id in (i.course_id, bundle.course_id))
    returning cart_id, course_id, bundled_cart_item_id is null and saved_at is null as standalone_ind`
  for (const item of movedItems) if (item.standalone_ind) await addBundledItems(ctx, item)
  // The last followed link counts, and that was the guest's.
  if (guest.referred_by_user_id !== null) {
    await sql`
      update checkout.cart set referred_by_user_id = ${guest.referred_by_user_id} where cart_id = ${cart.cart_id}`
  }
  await sql`delete from checkout.cart where cart_id = ${guest.cart_id}`
  await ctx.audit({ action: 'cart.merge', subject: `cart_id:${cart.cart_id}`, after: { moved: movedItems.length } })
  return movedItems.length
}
