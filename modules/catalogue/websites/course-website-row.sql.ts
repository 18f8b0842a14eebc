import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { toDollars } from '#platform/money.ts'
import type { Prices } from './price-rule.shared.ts'

/** A course on a website as staff see it, on sale or not. */
export type CourseWebsiteRow = Prices & {
  course_website_id: number
  organization_id: number
  website_id: number
  course_id: number
  price_cents: number
  updated_at: Date
  deleted_at: Date | null
}

/** A course website in scope, locked until the transaction ends. Throws notFound. */
export async function lockCourseWebsite(
  { sql, organization }: Pick<Ctx, 'sql' | 'organization'>,
  course_website_id: number,
): Promise<CourseWebsiteRow> {
  const [row] = await sql<CourseWebsiteRow>`
    select course_website_id, organization_id, website_id, course_id, price_cents, admin_fee_cents, min_price_cents,
           max_price_cents, updated_at, deleted_at
    from catalogue.course_website
    where course_website_id = ${course_website_id} and organization_id = any(${sql.array(organization.scope)})
      and deleted_at is null
    for no key update`
  if (!row) throw errors.notFound()
  return row
}

const dollarsOrNull = (cents: number | null) => (cents === null ? null : toDollars(cents))

/** Prices in dollars, in contract names. */
export const priceFields = (prices: Prices & { price_cents: number }) => ({
  course_price: toDollars(prices.price_cents),
  admin_fee: toDollars(prices.admin_fee_cents),
  min_course_price: dollarsOrNull(prices.min_price_cents),
  max_course_price: dollarsOrNull(prices.max_price_cents),
})
