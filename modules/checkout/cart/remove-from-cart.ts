import { errors } from '../../../platform/errors.ts'
import { operation } from '../../../platform/operation.ts'
import { id, z } from '../../../platform/schema.ts'
import { checkoutErrors } from '../errors.ts'
import { shopper } from '../permissions.ts'
import { lockCart, requireQuiet } from './cart.sql.ts'
import { guestId, shopperOf } from './guest.ts'

export const removeFromCart = operation({
  call: 'POST /cart/removeFromCart',
  summary: 'Takes an item out of the cart',
  may: shopper,
  takes: z.object({ cart_item_id: id(), guest_id: guestId().nullish() }),
  gives: z.object({}),
  fails: [checkoutErrors.paymentRunning],
  audit: 'cart.remove',
  async run(ctx, { cart_item_id, guest_id }) {
    const cart = await lockCart(ctx, shopperOf(ctx, guest_id))
    if (!cart) throw errors.notFound()
    await requireQuiet(ctx, cart)
    const gone = await ctx.sql`
      delete from checkout.cart_item where cart_item_id = ${cart_item_id} and cart_id = ${cart.cart_id}`
    if (gone.count === 0) throw errors.notFound()
    return {}
  },
})
