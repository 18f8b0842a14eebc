import { type Ctx, port } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { holds } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { WebsiteResponse, websiteResponse } from './website.schema.ts'
import { selectWebsite, type Website } from './website.sql.ts'
import { maySetTerms, websiteReader } from './website-permissions.ts'

export type WebsitePromoCode = {
  promo_code_id: number
  code: string
  website_id: number | null
  dollar_amount_off: number | null
  percent_off: number | null
}
type WebsiteIds = Pick<Website, 'website_id' | 'organization_id'>
/** The promo codes of a website that the caller may see, for its form; the checkout fills this port. */
export const websitePromoCodes =
  port<(ctx: Ctx, website: WebsiteIds) => Promise<readonly WebsitePromoCode[]>>('website-promo-codes')

const PromoCode = z.object({
  promo_code_id: z.int(),
  code: z.string(),
  website_id: z.int().nullable(),
  dollar_amount_off: z.number().nullable(),
  percent_off: z.int().nullable(),
})

export const fetchWebsiteById = operation({
  call: 'GET /website/fetchWebsiteById',
  summary: 'A website with all the data of its form, and its promo codes',
  may: websiteReader,
  takes: z.object({ website_id: id() }),
  gives: z.object({ website: WebsiteResponse, promoCode: z.array(PromoCode) }),
  async run(ctx, { website_id }) {
    const website = await selectWebsite(ctx, website_id)
    const update = holds(ctx.actor, 'MANAGE_WEBSITES:UPDATE')
    const remove = holds(ctx.actor, 'MANAGE_WEBSITES:DELETE') && !website.default_website_ind
    const setTerms = update && (await maySetTerms(ctx, website.organization_id))
    const promoCode = await ctx.use(websitePromoCodes)(ctx, website)
    return { website: { ...websiteResponse(website), can: { update, remove, setTerms } }, promoCode: [...promoCode] }
  },
})
