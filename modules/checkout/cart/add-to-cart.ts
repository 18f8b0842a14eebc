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

export const addToCart = operation({
  call: 'POST /cart/addToCart',
  summary: 'Puts a course into the cart, with those that come along; a visitor without one gets a guest_id to keep',
  may: shopper,
  takes: z.object({
    course_website_id: id(),
    audio_ind: flag().nullish(),
    lk_shipping_type_id: id().nullish(),
    guest_id: guestId().nullish(),
  }),
  gives: z.object({ cart_item_id: z.int(), guest_id: z.string().nullable() }),
  fails: [checkoutErrors.inCart, checkoutErrors.paymentRunning, checkoutErrors.shippingInvalid],
  audit: 'cart.add',
  async run(ctx, { course_website_id, audio_ind, lk_shipping_type_id, guest_id }) {
    const course = await findCourseWebsite(ctx, course_website_id)
    if (!course) throw errors.notFound()
    const shipping = await chooseShipping(ctx, course, lk_shipping_type_id ?? null)
    const secret = ctx.actor.kind === 'user' ? null : (guest_id ?? newGuestId())
    const cart = await openCart(ctx, shopperOf(ctx, secret)!)
    await requireQuiet(ctx, cart)
    const audio = Boolean(audio_ind) && course.audio_ind && course.audio.enabled
    const cart_item_id = await insertItem(ctx, cart, course, { lk_shipping_type_id: shipping, audio_ind: audio })
    await bringBundle(ctx, cart_item_id)
    return { cart_item_id, guest_id: secret }
  },
})

/** The wanted method, or the usual one where the course offers it; null where the buyer must choose or nothing is sent. */
async function chooseShipping(ctx: Ctx, course: CourseWebsite, wanted: number | null): Promise<number | null> {
  const methods = await listShippingMethods(ctx, course.course_version_id)
  const offers = (type: number) => methods.some((one) => one.enabled && one.lk_shipping_type_id === type)
  if (wanted !== null && !offers(wanted)) throw checkoutErrors.shippingInvalid()
  if (wanted !== null) return wanted
  const { lk_shipping_type_id: usual } = await checkoutSettings(ctx)
  return [usual, shippingType.EmailAndDownload].find(offers) ?? null
}

/** One that was put aside comes back as it is chosen now. */
async function insertItem(
  { sql }: Ctx,
  { cart_id, organization_id }: Cart,
  { course_website_id, course_id }: CourseWebsite,
  chosen: { lk_shipping_type_id: number | null; audio_ind: boolean },
): Promise<number> {
  const row = { cart_id, organization_id, course_website_id, course_id, ...chosen }
  const [added] = await sql<{ cart_item_id: number }>`
    insert into checkout.cart_item as k ${sql(row)}
    on conflict (cart_id, course_id) do update set saved_at = null, course_website_id = excluded.course_website_id,
      lk_shipping_type_id = excluded.lk_shipping_type_id, audio_ind = excluded.audio_ind
    where k.saved_at is not null
    returning cart_item_id`
  if (!added) throw checkoutErrors.inCart()
  return added.cart_item_id
}
