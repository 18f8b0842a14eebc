import { operation } from '../../../platform/operation.ts'
import { id, z } from '../../../platform/schema.ts'
import { shopper } from '../permissions.ts'
import { CartAnswer, shownCart } from './cart.schema.ts'
import { findCart } from './cart.sql.ts'
import { guestId, shopperOf } from './guest.ts'
import { priceCart } from './priced-cart.ts'

export const fetchItems = operation({
  call: 'GET /cart/items',
  summary: 'The cart with its total. intent_id identifies the next payment',
  may: shopper,
  takes: z.object({
    // Carried along by the pages; whose cart it is follows from the session or the guest's secret alone.
    course_website_id: id().nullish(),
    user_id: id().nullish(),
    guest_id: guestId().nullish(),
  }),
  gives: CartAnswer,
  async run(ctx, { guest_id }) {
    const cart = await findCart(ctx, shopperOf(ctx, guest_id))
    return shownCart(cart, await priceCart(ctx, cart), ctx.locale)
  },
})
