import { errors } from '../../../platform/errors.ts'
import { operation } from '../../../platform/operation.ts'
import { flag, id, z } from '../../../platform/schema.ts'
import { checkoutErrors } from '../errors.ts'
import { shopper } from '../permissions.ts'
import { listLines } from './cart.sql.ts'
import { guestId } from './guest.ts'
import { lockItem } from './item.sql.ts'
import { hasAudio, offered } from './priced-cart.ts'

export const updateCartItem = operation({
  call: 'POST /cart/updateCartItem',
  summary: 'Chooses shipping or audio of an item',
  may: shopper,
  takes: z.object({
    cart_item_id: id(),
    lk_shipping_type_id: id().nullish(),
    audio_ind: flag().nullish(),
    guest_id: guestId().nullish(),
  }),
  gives: z.object({}),
  fails: [checkoutErrors.paymentRunning, checkoutErrors.shippingInvalid, checkoutErrors.inBundle],
  audit: 'cart.update',
  async run(ctx, { cart_item_id, lk_shipping_type_id, audio_ind, guest_id }) {
    const { cart } = await lockItem(ctx, { cart_item_id, guest_id })
    const line = (await listLines(ctx, cart.cart_id)).find((one) => one.cart_item_id === cart_item_id)
    if (!line) throw errors.notFound()
    const shipping = lk_shipping_type_id ?? line.lk_shipping_type_id
    const known = offered(line.methods).some((method) => method.lk_shipping_type_id === shipping)
    if (lk_shipping_type_id && !known) throw checkoutErrors.shippingInvalid()
    const audio = (audio_ind ?? line.audio_ind) && hasAudio(line)
    await ctx.sql`
      update checkout.cart_item set lk_shipping_type_id = ${shipping}, audio_ind = ${audio}
      where cart_item_id = ${cart_item_id}`
    return {}
  },
})
