import type { Ctx } from '../../../platform/ctx.ts'
import { type Cart, lockCart, openCart, requireQuiet } from './cart.sql.ts'
import { hashGuestId } from './guest.ts'

/**
 * Moves the guest's items into the cart of the user who has signed in; what is in both stays once. The guest's cart is
 * gone afterwards, so its secret is worth nothing. Answers how many items moved; 0 where there is no such cart.
 * Throws paymentRunning while one of the two is being paid.
 */
export function mergeGuestCart(ctx: Ctx, guest_id: string, user_id: number): Promise<number> {
  return ctx.tx(async (inner) => {
    // The guest's first, always: two sign-ins at once wait for each other instead of locking crosswise.
    const guest = await lockCart(inner, { guest_hash: hashGuestId(guest_id) })
    if (!guest) return 0
    await requireQuiet(inner, guest)
    const own = await openCart(inner, { user_id })
    await requireQuiet(inner, own)
    return moveItems(inner, guest, own)
  })
}

async function moveItems({ sql }: Ctx, guest: Cart, own: Cart): Promise<number> {
  const moved = await sql`
    insert into checkout.cart_item (cart_id, organization_id, course_website_id, course_id, lk_shipping_type_id,
                                    audio_ind, promo_code_id)
    select ${own.cart_id}, organization_id, course_website_id, course_id, lk_shipping_type_id, audio_ind,
           -- One code a cart: the user's own stays.
           case when exists (select from checkout.cart_item k
                             where k.cart_id = ${own.cart_id} and k.promo_code_id is not null)
             then null else promo_code_id end
    from checkout.cart_item where cart_id = ${guest.cart_id}
    on conflict (cart_id, course_id) do nothing`
  await sql`delete from checkout.cart where cart_id = ${guest.cart_id}`
  return moved.count
}
