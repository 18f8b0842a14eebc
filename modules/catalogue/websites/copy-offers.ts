import type { Ctx } from '#platform/ctx.ts'
import type { Prices } from './price-rule.shared.ts'

type Offer = Prices & { course_id: number; price_cents: number }

/** More than any organization offers. */
const maxOffers = 500

/**
 * Offers the courses of the visited organization's websites in its test organization, at the same prices; those that it
 * offers already stay as they are. Both contexts need the same transaction.
 */
export async function copyOffers({ sql, organization }: Ctx, testCtx: Ctx): Promise<void> {
  const offers = await sql<Offer>`
    select distinct on (cw.course_id) cw.course_id, cw.price_cents, cw.admin_fee_cents, cw.min_price_cents, cw.max_price_cents
    from catalogue.course_website cw join catalogue.website w using (website_id)
    where cw.organization_id = ${organization.organization_id} and cw.deleted_at is null and w.deleted_at is null
    order by cw.course_id, w.default_website_ind desc, cw.course_website_id limit ${maxOffers}`
  const website_id = await findOrInsertWebsite(testCtx)
  const { organization_id } = testCtx.organization
  if (offers.length > 0)
    await testCtx.sql`
      insert into catalogue.course_website ${testCtx.sql(offers.map((offer) => ({ ...offer, organization_id, website_id })))}
      on conflict (website_id, course_id) do nothing`
}

async function findOrInsertWebsite({ sql, organization: { organization_id, name } }: Ctx): Promise<number> {
  const [existing] = await sql<{ website_id: number }>`
    select website_id from catalogue.website where organization_id = ${organization_id} and default_website_ind`
  if (existing) return existing.website_id
  const [website] = await sql<{ website_id: number }>`
    insert into catalogue.website ${sql({ organization_id, name, default_website_ind: true })} returning website_id`
  return website!.website_id
}
