import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { courseStatus } from '#modules/catalogue/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { literal } from '#platform/db/literal.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'
import type { Prices } from './price-rule.shared.ts'
import type { Website } from './website.sql.ts'

/** A published course that the caller may put on websites; its list price in cents. */
export type Sellable = { course_id: number; name: string; list_price_cents: number }

type Reader = Pick<Ctx, 'sql' | 'organization'>

/**
 * Published courses that an organization in scope owns or already sells: an affiliate can pass on only courses that it
 * received from a parent. `filter` is a condition on the course `c` and its published version `v`.
 */
export const fromSellable = ({ sql, organization }: Reader, filter: Fragment) => sql`
  from catalogue.course c
  join catalogue.course_version v on v.course_version_id = c.published_version_id
  where c.lk_course_status_id = ${literal(sql, courseStatus.Published)}
    and (c.organization_id = any(${sql.array(organization.scope)})
      or exists (select from catalogue.course_website s
                 where s.course_id = c.course_id and s.organization_id = any(${sql.array(organization.scope)})
                   and s.deleted_at is null))
    ${filter}`

/** Throws notFound for a course that is unknown, unpublished or owned by no one in scope. */
export async function selectSellable(ctx: Reader, course_id: number): Promise<Sellable> {
  const { sql } = ctx
  const [row] = await sql<Sellable>`
    select c.course_id, v.name, v.list_price_cents ${fromSellable(ctx, sql`and c.course_id = ${course_id}`)}`
  if (!row) throw errors.notFound()
  return row
}

type Terms = Pick<Prices, 'admin_fee_cents' | 'min_price_cents' | 'max_price_cents'>

/**
 * The terms for a course that an affiliate puts on a website itself: its earlier ones there, otherwise those of the
 * website or, if their fee is higher, those of the course on its other websites. Removed offers count, too.
 */
export async function selectTerms(
  { sql }: Pick<Ctx, 'sql'>,
  { website_id, organization_id, ...website }: Website,
  course_id: number,
): Promise<Terms> {
  const [previous] = await sql<Terms & { is_same_website: boolean }>`
    select admin_fee_cents, min_price_cents, max_price_cents, website_id = ${website_id} as is_same_website
    from catalogue.course_website
    where organization_id = ${organization_id} and course_id = ${course_id}
    order by is_same_website desc, admin_fee_cents desc, course_website_id limit 1`
  return previous && (previous.is_same_website || previous.admin_fee_cents > website.admin_fee_cents)
    ? previous
    : website
}

/** Puts a course on a website; a removed one comes back with its old id, so that old links work again. */
export async function putOnWebsite(
  ctx: Ctx,
  { website_id, organization_id }: Website,
  { course_id }: Sellable,
  prices: Prices & { price_cents: number },
): Promise<number> {
  const { sql } = ctx
  const { price_cents, admin_fee_cents, min_price_cents, max_price_cents } = prices
  const terms = { price_cents, admin_fee_cents, min_price_cents, max_price_cents }
  const [courseWebsite] = await sql<{ course_website_id: number }>`
    insert into catalogue.course_website as cw ${sql({ organization_id, website_id, course_id, ...terms })}
    on conflict (website_id, course_id) do update
    set price_cents = excluded.price_cents, admin_fee_cents = excluded.admin_fee_cents,
        min_price_cents = excluded.min_price_cents, max_price_cents = excluded.max_price_cents, deleted_at = null,
        updated_at = platform.now()
    where cw.deleted_at is not null
    returning course_website_id`
  if (!courseWebsite) throw catalogueErrors.courseOnWebsite()
  const { course_website_id } = courseWebsite
  await ctx.audit({
    action: 'courseWebsite.add',
    subject: `course_website_id:${course_website_id}`,
    after: { website_id, course_id, ...terms },
  })
  return course_website_id
}

/** Removes course websites of an organization; returns their ids. Past sales stay. */
export async function removeFromWebsites(ctx: Ctx, organization_id: number, condition: Fragment): Promise<number[]> {
  const removed = await ctx.sql<{ course_website_id: number; website_id: number; course_id: number }>`
    update catalogue.course_website cw set deleted_at = platform.now(), updated_at = platform.now()
    where cw.organization_id = ${organization_id} and cw.deleted_at is null and ${condition}
    returning course_website_id, website_id, course_id`
  for (const { course_website_id, website_id, course_id } of removed)
    await ctx.audit({
      action: 'courseWebsite.remove',
      subject: `course_website_id:${course_website_id}`,
      before: { website_id, course_id },
    })
  return removed.map(({ course_website_id }) => course_website_id)
}
