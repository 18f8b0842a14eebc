import { shopper } from '#modules/checkout/permissions.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { CartResponse, cartResponse } from './cart.schema.ts'
import { findCart } from './cart.sql.ts'
import { guestId, shopperOf } from './guest.ts'
import { listLostItems } from './lost-items.ts'
import { priceCart } from './priced-cart.ts'

export const fetchItems = operation({
  call: 'GET /cart/items',
  summary: 'The cart with its total. intent_id identifies the next payment',
  may: shopper,
  takes: z.object({
    // Ignored: the session or the guest's secret alone identifies the cart.
    course_website_id: id().nullish(),
    user_id: id().nullish(),
    guest_id: guestId().nullish(),
  }),
  gives: CartResponse.extend({
    /** Items that are no longer for sale, so not in the total. */
    unavailableItems: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  async run(ctx, { guest_id }) {
    const cart = await findCart(ctx, shopperOf(ctx, guest_id))
    const priced = await priceCart(ctx, cart)
    return { ...cartResponse(cart, priced, ctx.locale), unavailableItems: await listLostItems(ctx, cart, priced) }
  },
})
