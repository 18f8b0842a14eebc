import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { shippingType } from '../../../platform/lookups.ts'
import { operation } from '../../../platform/operation.ts'
import { flag, id, z } from '../../../platform/schema.ts'
import { type CourseWebsite, findCourseWebsite, listShippingMethods } from '../../catalogue/index.ts'
import { checkoutErrors } from '../errors.ts'
import { shopper } from '../permissions.ts'
import { checkoutSettings } from '../settings/settings.sql.ts'
import { type Cart, openCart, requireQuiet } from './cart.sql.ts'
import { guestId, newGuestId, shopperOf } from './guest.ts'
import { bringBundle } from './item.sql.ts'
import { offered } from './priced-cart.ts'
import { shipCertificate, type Wanted } from './ship-certificate.ts'

export const addToCart = operation({
  call: 'POST /cart/addToCart',
  summary: 'Puts a course into the cart, with those that come along; a visitor without one gets a guest_id to keep',
  may: shopper,
  takes: z.object({
    course_website_id: id(),
    audio_ind: flag().nullish(),
    lk_shipping_type_id: id().nullish(),
    /** By mail, in the cheapest way, or not by mail; `lk_shipping_type_id` says it exactly. */
    shipCertificate: flag().nullish(),
    sendEmail: flag().default(true),
    guest_id: guestId().nullish(),
  }),
  gives: z.object({ cart_item_id: z.int(), guest_id: z.string().nullable() }),
  fails: [checkoutErrors.inCart, checkoutErrors.paymentRunning, checkoutErrors.shippingInvalid],
  audit: 'cart.add',
  async run(ctx, { course_website_id, audio_ind, sendEmail: send_email_ind, guest_id, ...wanted }) {
    const course = await findCourseWebsite(ctx, course_website_id)
    if (!course) throw errors.notFound()
    const secret = ctx.actor.kind === 'user' ? null : (guest_id ?? newGuestId())
    // What does not need each other's answers makes one journey to the database.
    const [shipping, cart] = await Promise.all([
      chooseShipping(ctx, course, wanted),
      openCart(ctx, shopperOf(ctx, secret)!),
    ])
    const audio = Boolean(audio_ind) && course.audio_ind && course.audio.enabled
    const chosen = { lk_shipping_type_id: shipping, audio_ind: audio, send_email_ind }
    const [, cart_item_id] = await Promise.all([
      requireQuiet(ctx, cart),
      insertItem(ctx, cart, course, chosen),
      bringBundle(ctx, { ...cart, ...course }),
    ])
    return { cart_item_id, guest_id: secret }
  },
})

/** The wanted method, or the usual one where the course offers it; null where the buyer must choose or nothing is sent. */
async function chooseShipping(
  ctx: Ctx,
  course: CourseWebsite,
  { lk_shipping_type_id: wanted, shipCertificate: ship }: Wanted,
): Promise<number | null> {
  const [all, { lk_shipping_type_id }] = await Promise.all([
    listShippingMethods(ctx, course.course_version_id),
    checkoutSettings(ctx),
  ])
  const methods = offered(all)
  const offers = (type: number) => methods.some((one) => one.lk_shipping_type_id === type)
  if (wanted && !offers(wanted)) throw checkoutErrors.shippingInvalid()
  if (wanted) return wanted
  const usual = [lk_shipping_type_id, shippingType.EmailAndDownload].find(offers) ?? null
  return ship === null || ship === undefined ? usual : shipCertificate(methods, usual, ship)
}

/** One that was put aside comes back as it is chosen now, a part that was left out of its bundle as it was. */
async function insertItem(
  { sql }: Ctx,
  { cart_id, organization_id }: Cart,
  { course_website_id, course_id }: CourseWebsite,
  chosen: { lk_shipping_type_id: number | null; audio_ind: boolean; send_email_ind: boolean },
): Promise<number> {
  const row = { cart_id, organization_id, course_website_id, course_id, ...chosen }
  const part = sql`k.bundled_cart_item_id is not null`
  const [added] = await sql<{ cart_item_id: number }>`
    insert into checkout.cart_item as k ${sql(row)}
    on conflict (cart_id, course_id) do update set saved_at = null,
      course_website_id = case when ${part} then k.course_website_id else excluded.course_website_id end,
      lk_shipping_type_id = case when ${part} then k.lk_shipping_type_id else excluded.lk_shipping_type_id end,
      audio_ind = excluded.audio_ind and not (${part}),
      send_email_ind = excluded.send_email_ind
    where k.saved_at is not null
    returning cart_item_id`
  if (!added) throw checkoutErrors.inCart()
  return added.cart_item_id
}
