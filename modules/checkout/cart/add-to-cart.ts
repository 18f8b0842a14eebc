import type { CourseWebsite, ShippingMethod } from '#modules/catalogue/index.ts'
import { shippingType } from '#modules/catalogue/lookups.shared.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { shopper } from '#modules/checkout/permissions.ts'
import { defaultShippingTypeSql } from '#modules/checkout/settings/settings.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { flag, id, z } from '#platform/schema.ts'
import { type Cart, openCart, requireNoRunningPayment } from './cart.sql.ts'
import { guestId, newGuestId, type Shopper, shopperOf } from './guest.ts'
import { addBundledItems } from './item.sql.ts'
import { removeUnavailable } from './remove-unavailable.ts'
import { type DeliveryChoice, methodForMailing } from './ship-certificate.ts'

export const addToCart = operation({
  call: 'POST /cart/addToCart',
  summary: 'Adds a course and the courses included with it to the cart. A new visitor gets a guest_id to keep',
  may: shopper,
  takes: z.object({
    course_website_id: id(),
    audio_ind: flag().nullish(),
    lk_shipping_type_id: id().nullish(),
    /** By mail with the cheapest method, or not by mail; `lk_shipping_type_id` takes precedence. */
    shipCertificate: flag().nullish(),
    sendEmail: flag().default(true),
    guest_id: guestId().nullish(),
  }),
  gives: z.object({ cart_item_id: z.int(), guest_id: z.string().nullable() }),
  fails: [checkoutErrors.inCart, checkoutErrors.paymentRunning, checkoutErrors.shippingInvalid],
  async run(ctx, { course_website_id, audio_ind, sendEmail: send_email_ind, guest_id, ...delivery }) {
    const offer = await readOffer(ctx, course_website_id)
    if (!offer) throw errors.notFound()
    const { course } = offer
    const audio = Boolean(audio_ind) && course.audio_ind && course.audio.enabled
    const options = { lk_shipping_type_id: chooseShippingType(offer, delivery), audio_ind: audio, send_email_ind }
    const secret = ctx.actor.kind === 'user' ? null : (guest_id ?? newGuestId())
    const item = { shopper: shopperOf(ctx, secret)!, course, options }
    return { cart_item_id: await addItem(ctx, item), guest_id: secret }
  },
})

type OfferedCourse = Pick<CourseWebsite, 'course_website_id' | 'course_id' | 'audio_ind' | 'audio' | 'bundle_ind'>
/** A course on sale and its available shipping methods. */
type CourseOffer = { course: OfferedCourse; methods: ShippingMethod[]; default_shipping_type_id: number }
type OfferRow = OfferedCourse & Omit<CourseOffer, 'course'>

/** The visited organization's offer of a course; null if it sells none with this id. */
async function readOffer({ sql, organization }: Ctx, course_website_id: number): Promise<CourseOffer | null> {
  const { organization_id } = organization
  const [offer] = await sql<OfferRow>`
    select w.course_website_id, w.course_id, w.audio_ind, w.audio, w.bundle_ind,
           ${defaultShippingTypeSql(sql, organization_id)} as default_shipping_type_id, (
             select coalesce(json_agg(m order by m.lk_shipping_type_id), '[]')
             from catalogue.v_course_shipping_method m where m.course_version_id = w.course_version_id and m.enabled) as methods
    from catalogue.v_course_website w
    where w.course_website_id = ${course_website_id} and w.organization_id = ${organization_id}
      and w.price_in_bounds_ind`
  if (!offer) return null
  const { methods, default_shipping_type_id, ...course } = offer
  return { course, methods, default_shipping_type_id }
}

/**
 * The requested method, or the default one if the course offers it; null if the buyer still has to choose or nothing is
 * shipped.
 */
function chooseShippingType(
  { methods, default_shipping_type_id: preferred }: CourseOffer,
  delivery: DeliveryChoice,
): number | null {
  const { lk_shipping_type_id: requested_id, shipCertificate: ship } = delivery
  const offers = (type: number) => methods.some((method) => method.lk_shipping_type_id === type)
  if (requested_id && !offers(requested_id)) throw checkoutErrors.shippingInvalid()
  if (requested_id) return requested_id
  const defaultType = [preferred, shippingType.EmailAndDownload].find(offers) ?? null
  return ship === null || ship === undefined ? defaultType : methodForMailing(methods, defaultType, ship)
}

type CartOptions = { lk_shipping_type_id: number | null; audio_ind: boolean; send_email_ind: boolean }
type NewItem = { shopper: Shopper; course: OfferedCourse; options: CartOptions }

async function addItem(ctx: Ctx, { shopper, course, options }: NewItem): Promise<number> {
  const cart = await openCart(ctx, shopper)
  const insert = () => insertItem(ctx, cart, course, options)
  const [, inserted_id] = await Promise.all([requireNoRunningPayment(ctx, cart), insert()])
  const cart_item_id = inserted_id ?? ((await removeUnavailable(ctx, cart, [course.course_id])) ? await insert() : null)
  if (cart_item_id === null) throw checkoutErrors.inCart()
  if (course.bundle_ind) await addBundledItems(ctx, { ...cart, ...course })
  await ctx.audit({ action: 'cart.add', subject: `course_website_id:${course.course_website_id}` })
  return cart_item_id
}

/**
 * Inserts an item and returns its id, or null if the course is already in the cart. A saved item moves back with the
 * new choices; an omitted part of a bundle moves back unchanged.
 */
async function insertItem(
  { sql }: Ctx,
  { cart_id, organization_id }: Cart,
  { course_website_id, course_id }: OfferedCourse,
  options: CartOptions,
): Promise<number | null> {
  const row = { cart_id, organization_id, course_website_id, course_id, ...options }
  const isBundled = sql`k.bundled_cart_item_id is not null`
  const [insertedItem] = await sql<{ cart_item_id: number }>`
    insert into checkout.cart_item as k ${sql(row)}
    on conflict (cart_id, course_id) do update set saved_at = null,
      course_website_id = case when ${isBundled} then k.course_website_id else excluded.course_website_id end,
      lk_shipping_type_id = case when ${isBundled} then k.lk_shipping_type_id else excluded.lk_shipping_type_id end,
      audio_ind = excluded.audio_ind and not (${isBundled}),
      send_email_ind = excluded.send_email_ind
    where k.saved_at is not null
    returning cart_item_id`
  return insertedItem?.cart_item_id ?? null
}
