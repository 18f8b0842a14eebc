import { checkoutErrors } from '#modules/checkout/errors.ts'
import { shopper } from '#modules/checkout/permissions.ts'
import { operation } from '#platform/operation.ts'
import { flag, id, z } from '#platform/schema.ts'
import { guestId } from './guest.ts'
import { addBundledItems, lockItem, setSaved } from './item.sql.ts'

export const saveForLater = operation({
  call: 'POST /cart/saveForLater',
  added: true,
  summary: 'Saves a cart item for later, or moves it back (`saved` false). In a bundle, only an optional course',
  may: shopper,
  takes: z.object({ cart_item_id: id(), saved: flag().default(true), guest_id: guestId().nullish() }),
  gives: z.object({}),
  fails: [checkoutErrors.paymentRunning, checkoutErrors.inBundle],
  audit: 'cart.save',
  async run(ctx, { cart_item_id, saved, guest_id }) {
    const { cart, course_id, saved_ind } = await lockItem(ctx, { cart_item_id, guest_id }, { optional: true })
    if (saved_ind === saved) return {}
    // Bundled items are not saved: moving the bundle back adds its current courses.
    if (saved) await ctx.sql`delete from checkout.cart_item where bundled_cart_item_id = ${cart_item_id}`
    await setSaved(ctx, cart_item_id, saved)
    if (!saved) await addBundledItems(ctx, { ...cart, course_id })
    return {}
  },
})
