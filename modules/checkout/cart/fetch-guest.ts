import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { findCart } from './cart.sql.ts'
import { guestId, hashGuestId } from './guest.ts'
import { priceCart } from './priced-cart.ts'

export const fetchGuest = operation({
  call: 'GET /user/guest',
  summary: 'Returns whether a guest_id still has a cart',
  may: anyone,
  takes: z.object({ guestId: guestId() }),
  gives: z.object({ guest: z.object({ guest_id: z.string(), count: z.int() }) }),
  async run(ctx, { guestId: guest_id }) {
    const cart = await findCart(ctx, { guest_hash: hashGuestId(guest_id) })
    if (!cart) throw errors.notFound()
    const { lines } = await priceCart(ctx, cart)
    return { guest: { guest_id, count: lines.length } }
  },
})
