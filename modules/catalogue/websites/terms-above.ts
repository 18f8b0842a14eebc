import { catalogueErrors } from '#modules/catalogue/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Issue } from '#platform/errors.ts'
import { formatMoney } from '#platform/money.ts'
import { userOf } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import type { PriceField, Prices } from './price-rule.shared.ts'
import { websiteTexts as words } from './websites.texts.ts'

/** An affiliate's fee and price limits; null for no limit. */
export type Terms = Omit<Prices, 'price_cents'>

/** The terms that are better than the affiliate's own, each with the best allowed value; cents. */
export function betterTerms(terms: Terms, { admin_fee_cents, min_price_cents, max_price_cents }: Terms) {
  const better: [keyof Terms, number][] = []
  if (admin_fee_cents < terms.admin_fee_cents) better.push(['admin_fee_cents', terms.admin_fee_cents])
  if ((min_price_cents ?? 0) < (terms.min_price_cents ?? 0))
    better.push(['min_price_cents', terms.min_price_cents ?? 0])
  if (terms.max_price_cents !== null && (max_price_cents ?? Number.POSITIVE_INFINITY) > terms.max_price_cents)
    better.push(['max_price_cents', terms.max_price_cents])
  return better
}

/**
 * Throws betterThanOwn if an affiliate's staff would give a sub-organization better terms than the affiliate has,
 * among the terms that they change: that would reduce its fee to its parents. The root organization is exempt.
 */
export async function requireNotBetter(
  ctx: Ctx,
  {
    course_id,
    fields,
    changedTerms,
  }: { course_id: number | null; fields: Record<PriceField, string>; changedTerms: readonly (keyof Terms)[] },
  terms: Terms,
): Promise<void> {
  const ownTerms = await findOwnTerms(ctx, course_id)
  if (!ownTerms) return
  const better = betterTerms(ownTerms, terms).filter(([name]) => changedTerms.includes(name))
  const issues = better.map(([name, cents]): Issue => {
    const amount = formatMoney(cents, ctx.locale)
    const text = name === 'max_price_cents' ? 'ownAtMost' : 'ownAtLeast'
    return { path: fields[name], message: localText(ctx.locale, words, text, { amount }) }
  })
  if (issues.length > 0) throw catalogueErrors.betterThanOwn({}, {}, issues)
}

/**
 * The terms of the caller's own organization for a course, otherwise for its websites: the strictest of several, so
 * that an exception for one place is not passed on. Null for the root organization, and for organizations without
 * terms.
 */
async function findOwnTerms({ sql, actor }: Ctx, course_id: number | null): Promise<Terms | null> {
  const { organization_id } = userOf({ actor })
  const [terms] = await sql<Terms>`
    select max(t.admin_fee_cents) as admin_fee_cents, max(t.min_price_cents) as min_price_cents,
           min(t.max_price_cents) as max_price_cents
    from (select 1 as nearness, admin_fee_cents, min_price_cents, max_price_cents from catalogue.course_website
          where organization_id = ${organization_id} and course_id = ${course_id}::integer
          union all
          select 2, admin_fee_cents, min_price_cents, max_price_cents from catalogue.website
          where organization_id = ${organization_id} and deleted_at is null) t
    where exists (select from identity.v_organization o
                  where o.organization_id = ${organization_id} and o.parent_organization_id is not null)
    group by t.nearness order by t.nearness limit 1`
  return terms ?? null
}
