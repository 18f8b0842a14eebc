import { operation } from '../../../platform/operation.ts'
import { flag, id, z } from '../../../platform/schema.ts'
import { checkoutErrors } from '../errors.ts'
import { shopper } from '../permissions.ts'
import { guestId } from './guest.ts'
import { bringBundle, lockItem } from './item.sql.ts'

export const saveForLater = operation({
  call: 'POST /cart/saveForLater',
  added: true,
  summary: 'Puts an item of the cart aside, or takes it back (`saved` false)',
  may: shopper,
  takes: z.object({ cart_item_id: id(), saved: flag().default(true), guest_id: guestId().nullish() }),
  gives: z.object({}),
  fails: [checkoutErrors.paymentRunning, checkoutErrors.inBundle],
  audit: 'cart.save',
  async run(ctx, { cart_item_id, saved, guest_id }) {
    const { saved_ind } = await lockItem(ctx, { cart_item_id, guest_id })
    if (saved_ind === saved) return {}
    // What came along waits with nobody: it comes along again, as the bundle is then.
    if (saved) await ctx.sql`delete from checkout.cart_item where bundled_cart_item_id = ${cart_item_id}`
    await ctx.sql`
      update checkout.cart_item
      set saved_at = ${saved ? ctx.now : null}, promo_code_id = case when ${saved} then null else promo_code_id end
      where cart_item_id = ${cart_item_id}`
    if (!saved) await bringBundle(ctx, cart_item_id)
    return {}
  },
})
