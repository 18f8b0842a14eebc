import { listOfferTerms, listShippingMethods, type OfferTerms, type ShippingMethod } from '#modules/catalogue/index.ts'
import { shippingType } from '#modules/catalogue/lookups.shared.ts'
import { type CartTotal, cartTotal } from '#modules/checkout/cart/cart-total.shared.ts'
import { enabledMethods } from '#modules/checkout/cart/priced-cart.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { entityType } from '#platform/entity-types.ts'
import { errors } from '#platform/errors.ts'
import { type Cents, formatMoney, toCents } from '#platform/money.ts'

export const kinds = ['course', 'retake', 'reinstatement', 'fee'] as const
type Kind = (typeof kinds)[number]

/** A line of a new order, in cents. Its ids depend on its kind. */
export type Line = {
  kind: Kind
  /** Lookup lk_entity_type: 2 course, 5 student course, 6 order. */
  lk_entity_type_id: number
  name: string
  price_cents: Cents
  admin_fee_cents: Cents
  add_on_cents: Cents
  shipping_cents: Cents
  lk_shipping_type_id: number | null
  audio_ind: boolean
  invoice_ind: boolean
  course_website_id: number | null
  course_version_id: number | null
  for_student_course_id: number | null
  component_id: number | null
}

const emptyLine = {
  admin_fee_cents: 0,
  add_on_cents: 0,
  shipping_cents: 0,
  lk_shipping_type_id: null,
  audio_ind: false,
  invoice_ind: false,
  course_website_id: null,
  course_version_id: null,
  for_student_course_id: null,
  component_id: null,
}

export type CourseRequest = {
  course_website_id: number
  /** Dollars; the website's price by default. */
  price?: number | null
  lk_shipping_type_id?: number | null
  audio_ind?: boolean | null
  invoice_ind?: boolean
}

export type CourseLine = { line: Line; organization_id: number }

/** A course as a website of these organizations sells it. Throws notFound, priceOutOfBounds and shippingInvalid. */
export async function buildCourseLine(
  ctx: Ctx,
  request: CourseRequest,
  organizations: readonly number[],
): Promise<CourseLine> {
  const [terms] = await listOfferTerms(ctx, organizations, request.course_website_id)
  if (!terms) throw errors.notFound()
  const price_cents = requirePrice(ctx, terms, request)
  const method = chooseShippingMethod(
    await listShippingMethods(ctx, terms.course_version_id),
    request.lk_shipping_type_id,
  )
  const audio_ind = Boolean(request.audio_ind) && terms.audio_ind && terms.audio.enabled
  const line: Line = {
    ...emptyLine,
    kind: 'course',
    lk_entity_type_id: entityType.Course,
    name: terms.course_name,
    price_cents,
    admin_fee_cents: terms.admin_fee_cents,
    add_on_cents: audio_ind ? toCents(terms.audio.price) : 0,
    shipping_cents: method?.price_cents ?? 0,
    lk_shipping_type_id: method?.lk_shipping_type_id ?? null,
    audio_ind,
    invoice_ind: request.invoice_ind ?? false,
    course_website_id: terms.course_website_id,
    course_version_id: terms.course_version_id,
  }
  return { line, organization_id: terms.organization_id }
}

/**
 * The price in cents. An invoiced student pays nothing from which the platform's fee could be kept, so that fee is the
 * minimum price.
 */
function requirePrice(
  { locale }: Ctx,
  terms: OfferTerms,
  { price: requestedPrice, invoice_ind }: CourseRequest,
): Cents {
  const { price_cents, admin_fee_cents, min_price_cents, max_price_cents } = terms
  if (requestedPrice == null) return price_cents
  const price = toCents(requestedPrice)
  const min = Math.max(min_price_cents ?? 0, invoice_ind ? admin_fee_cents : 0)
  if (price >= min && price <= (max_price_cents ?? price)) return price
  const range = max_price_cents === null ? '' : `–${formatMoney(max_price_cents, locale)}`
  throw checkoutErrors.priceOutOfBounds({ range: `${formatMoney(min, locale)}${range}` })
}

/** The requested one, else email, else the cheapest. Null if the course has none. */
function chooseShippingMethod(
  offeredMethods: readonly ShippingMethod[],
  requestedId: number | null | undefined,
): ShippingMethod | null {
  const methods = enabledMethods(offeredMethods)
  const method = methods.find(
    (candidate) => candidate.lk_shipping_type_id === (requestedId ?? shippingType.EmailAndDownload),
  )
  if (requestedId && !method) throw checkoutErrors.shippingInvalid()
  return method ?? methods.toSorted((a, b) => a.price_cents - b.price_cents)[0] ?? null
}

/** Cents of the amount set by staff or a course. Throws chargeMissing if there is none. */
export function requireAmount(dollars: number | null | undefined, fallback: Cents = 0): Cents {
  const cents = dollars == null ? fallback : toCents(dollars)
  if (cents === 0) throw checkoutErrors.chargeMissing()
  return cents
}

/** An item for an existing course: another attempt at a quiz, or a reinstatement. */
export const buildCourseItem = (
  kind: 'retake' | 'reinstatement',
  details: { name: string; price_cents: Cents; student_course_id: number; component_id?: number },
): Line => ({
  ...emptyLine,
  kind,
  lk_entity_type_id: entityType.StudentCourse,
  name: details.name,
  price_cents: details.price_cents,
  for_student_course_id: details.student_course_id,
  component_id: details.component_id ?? null,
})

/** Any other fee. */
export const buildFeeLine = (name: string, price_cents: Cents): Line => ({
  ...emptyLine,
  kind: 'fee',
  lk_entity_type_id: entityType.Order,
  name,
  price_cents,
})

/** The sums of an order of these lines by the cart's rule, with tax (in hundredths of a percent). */
export const totalOf = (lines: readonly Line[], tax_hundredths: number): CartTotal =>
  cartTotal(
    lines.map((line) => ({ ...line, bundled: false, discount: null })),
    tax_hundredths,
  )
