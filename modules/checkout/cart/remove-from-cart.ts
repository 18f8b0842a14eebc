import { checkoutErrors } from '#modules/checkout/errors.ts'
import { shopper } from '#modules/checkout/permissions.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { guestId } from './guest.ts'
import { lockItem, setSaved } from './item.sql.ts'

export const removeFromCart = operation({
  call: 'POST /cart/removeFromCart',
  summary: 'Removes an item from the cart or from the saved items, with everything included with it',
  may: shopper,
  takes: z.object({ cart_item_id: id(), guest_id: guestId().nullish() }),
  gives: z.object({}),
  fails: [checkoutErrors.paymentRunning, checkoutErrors.inBundle],
  audit: 'cart.remove',
  async run(ctx, { cart_item_id, guest_id }) {
    const { part_ind } = await lockItem(ctx, { cart_item_id, guest_id }, { optional: true })
    // A bundled course is kept as omitted, so that it can be added again and is not readded automatically.
    if (part_ind) await setSaved(ctx, cart_item_id, true)
    else await ctx.sql`delete from checkout.cart_item where cart_item_id = ${cart_item_id}`
    return {}
  },
})
