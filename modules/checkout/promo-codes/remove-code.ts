import { CartResponse, cartResponse } from '#modules/checkout/cart/cart.schema.ts'
import { lockCart, requireNoRunningPayment } from '#modules/checkout/cart/cart.sql.ts'
import { guestId, shopperOf } from '#modules/checkout/cart/guest.ts'
import { priceCart } from '#modules/checkout/cart/priced-cart.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { shopper } from '#modules/checkout/permissions.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'

export const removeCode = operation({
  call: 'DELETE /promocode/removeCode',
  summary: 'Removes the promo code from an item',
  query: ['cart_item_id'],
  may: shopper,
  takes: z.object({ cart_item_id: id(), guest_id: guestId().nullish() }),
  gives: CartResponse,
  fails: [checkoutErrors.paymentRunning],
  audit: 'promocode.remove',
  async run(ctx, { cart_item_id, guest_id }) {
    const cart = await lockCart(ctx, shopperOf(ctx, guest_id))
    if (!cart) throw errors.notFound()
    await requireNoRunningPayment(ctx, cart)
    const update = await ctx.sql`
      update checkout.cart_item set promo_code_id = null
      where cart_item_id = ${cart_item_id} and cart_id = ${cart.cart_id}`
    if (update.count === 0) throw errors.notFound()
    return cartResponse(cart, await priceCart(ctx, cart), ctx.locale)
  },
})
