import { checkoutErrors } from '#modules/checkout/errors.ts'
import { shopper } from '#modules/checkout/permissions.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { flag, id, z } from '#platform/schema.ts'
import { type CartLine, listLines } from './cart.sql.ts'
import { guestId } from './guest.ts'
import { lockItem } from './item.sql.ts'
import { enabledMethods, hasAudio } from './priced-cart.ts'
import { type DeliveryChoice, methodForMailing } from './ship-certificate.ts'

export const updateCartItem = operation({
  call: 'POST /cart/updateCartItem',
  summary: "Sets an item's shipping and audio, and whether a mailed certificate is also emailed",
  may: shopper,
  takes: z.object({
    cart_item_id: id(),
    lk_shipping_type_id: id().nullish(),
    audio_ind: flag().nullish(),
    /** By mail with the cheapest method, or not by mail; `lk_shipping_type_id` takes precedence. */
    shipCertificate: flag().nullish(),
    sendEmail: flag().nullish(),
    guest_id: guestId().nullish(),
  }),
  gives: z.object({}),
  fails: [checkoutErrors.paymentRunning, checkoutErrors.shippingInvalid, checkoutErrors.inBundle],
  audit: 'cart.update',
  async run(ctx, { cart_item_id, audio_ind, sendEmail, guest_id, ...delivery }) {
    const { cart } = await lockItem(ctx, { cart_item_id, guest_id })
    const line = (await listLines(ctx, cart.cart_id)).find((line) => line.cart_item_id === cart_item_id)
    if (!line) throw errors.notFound()
    const audio = (audio_ind ?? line.audio_ind) && hasAudio(line)
    await ctx.sql`
      update checkout.cart_item
      set lk_shipping_type_id = ${chooseShippingType(line, delivery)}, audio_ind = ${audio},
          send_email_ind = ${sendEmail ?? line.send_email_ind}
      where cart_item_id = ${cart_item_id}`
    return {}
  },
})

function chooseShippingType(
  line: CartLine,
  { lk_shipping_type_id, shipCertificate: ship }: DeliveryChoice,
): number | null {
  const methods = enabledMethods(line.methods)
  if (lk_shipping_type_id) {
    const isOffered = methods.some((method) => method.lk_shipping_type_id === lk_shipping_type_id)
    if (!isOffered) throw checkoutErrors.shippingInvalid()
    return lk_shipping_type_id
  }
  const shippingType = line.lk_shipping_type_id
  return ship === null || ship === undefined ? shippingType : methodForMailing(methods, shippingType, ship)
}
