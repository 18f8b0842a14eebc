import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { z } from '#platform/schema.ts'
import { lockCourseWebsite } from './course-website-row.sql.ts'
import type { PriceField, Prices } from './price-rule.shared.ts'
import { requirePrices, requireTerms } from './prices.ts'
import { putOnWebsite, selectSellable, selectTerms } from './put-on-website.sql.ts'
import { requireUnchanged } from './seen.ts'
import { lockWebsitesOf, selectWebsite } from './website.sql.ts'
import { dollars } from './website-fields.schema.ts'
import { maySetTerms } from './website-permissions.ts'

/** The prices of a course on a website, in contract names. */
export const priceFields = {
  course_price: dollars(),
  admin_fee: dollars(),
  min_course_price: dollars(),
  max_course_price: dollars(),
}
type PriceForm = { [K in keyof typeof priceFields]?: z.output<(typeof priceFields)[K]> }

const fields: Record<PriceField, string> = {
  price_cents: 'course_price',
  admin_fee_cents: 'admin_fee',
  min_price_cents: 'min_course_price',
  max_price_cents: 'max_course_price',
}

/** A form's prices, with omitted ones unchanged. */
const pricesOf = (form: PriceForm, previous: Prices) => ({
  price_cents: form.course_price ?? previous.price_cents,
  admin_fee_cents: form.admin_fee ?? previous.admin_fee_cents,
  min_price_cents: form.min_course_price === undefined ? previous.min_price_cents : form.min_course_price,
  max_price_cents: form.max_course_price === undefined ? previous.max_price_cents : form.max_course_price,
})

/**
 * Puts a course on a website in scope; omitted prices default to the website's, then to the course's list price. If the
 * affiliate does it itself, its fees and price limits stay (`selectTerms`).
 */
export async function putCourse(ctx: Ctx, website_id: number, course_id: number, form: PriceForm): Promise<number> {
  const { organization_id } = await selectWebsite(ctx, website_id)
  await lockWebsitesOf(ctx, organization_id)
  const website = await selectWebsite(ctx, website_id)
  const course = await selectSellable(ctx, course_id)
  const price_cents = website.price_cents ?? course.list_price_cents
  const { admin_fee_cents, min_price_cents, max_price_cents } = (await maySetTerms(ctx, organization_id))
    ? website
    : await selectTerms(ctx, website, course_id)
  const defaults = { price_cents, admin_fee_cents, min_price_cents, max_price_cents }
  const prices = { ...pricesOf(form, defaults), price_cents: form.course_price ?? price_cents }
  requirePrices(ctx, prices, fields)
  await requireTerms(ctx, { organization_id, course_id, fields }, { before: defaults, after: prices, fresh: true })
  return putOnWebsite(ctx, website, course, prices)
}

type OfferInput = {
  website_id?: number | null | undefined
  course_id?: number | null | undefined
  updated_at?: string | null | undefined
}

/** Changes the prices of a course on a website in scope; if the form names website or course, they must be its own. */
export async function changePrices(ctx: Ctx, course_website_id: number, form: PriceForm & OfferInput): Promise<number> {
  const row = await lockCourseWebsite(ctx, course_website_id)
  const { website_id, course_id, organization_id } = row
  if ((form.website_id ?? website_id) !== website_id || (form.course_id ?? course_id) !== course_id)
    throw errors.notFound()
  requireUnchanged(row, form.updated_at)
  const before = pricesOf({}, row)
  const after = pricesOf(form, row)
  requirePrices(ctx, after, fields)
  await requireTerms(ctx, { organization_id, course_id, fields }, { before, after, fresh: false })
  await ctx.sql`
    update catalogue.course_website set ${ctx.sql(after)}, updated_at = platform.now()
    where course_website_id = ${course_website_id} and organization_id = ${organization_id}`
  await ctx.audit({ action: 'courseWebsite.update', subject: `course_website_id:${course_website_id}`, before, after })
  return course_website_id
}
