import type { Ctx } from '#platform/ctx.ts'
import { cartResponse } from './cart.schema.ts'
import { findCart } from './cart.sql.ts'
import { readGuestCookie, shopperOf } from './guest.ts'
import { priceCart } from './priced-cart.ts'

/**
 * The cart as shown in the header; amounts in dollars. `shipping` is null if nothing is shipped or no method is chosen
 * yet.
 */
export type MiniCart = {
  items: { id: number; name: string; shipping: { name: string; price: number | 'FREE' } | null }[]
  total: number
}

/** The visitor's cart for the header, null if empty. */
export async function readMiniCart(ctx: Ctx, cookieHeader: string): Promise<MiniCart | null> {
  const cart = await findCart(ctx, shopperOf(ctx, readGuestCookie(ctx.request.origin, cookieHeader)))
  const { cartItems, total } = cartResponse(cart, await priceCart(ctx, cart), ctx.locale)
  const items = cartItems.map((item) => ({
    id: item.id,
    name: item.courseVersionDetail.name,
    shipping: item.bundled_cart_item_id === null ? item.shippingMethod : null,
  }))
  return items.length === 0 ? null : { items, total }
}
