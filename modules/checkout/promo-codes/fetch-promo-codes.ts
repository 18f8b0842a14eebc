import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { count, id, z } from '#platform/schema.ts'
import { promoCodeResponse, SavedPromoCode } from './promo-code.schema.ts'
import { countSavedCodes, listCodesOfWebsite, listSavedCodes, selectWebsiteOrganization } from './saved-codes.sql.ts'

export const fetchPromoCodes = operation({
  call: 'GET /settings/fetchPromoCodes',
  summary: "Promo codes of the caller's organizations, newest first",
  may: staff('MANAGE_SETTINGS:READ'),
  takes: z.object({ page: count(1, 10_000).default(1), pageSize: count(1, 100).default(10) }),
  gives: z.object({ promoCodes: z.array(SavedPromoCode), totalCount: z.int() }),
  async run(ctx, { page, pageSize }) {
    const rows = await listSavedCodes(ctx, { limit: pageSize, offset: (page - 1) * pageSize })
    return { promoCodes: rows.map(promoCodeResponse), totalCount: await countSavedCodes(ctx) }
  },
})

export const fetchPromoCodesForWebsite = operation({
  call: 'GET /organization/fetchPromoCodesForWebsite',
  summary: 'The promo codes valid on a website: its own and those for all websites of its organization',
  may: staff(['MANAGE_WEBSITES:READ', 'MANAGE_SETTINGS:READ']),
  takes: z.object({ website_id: id() }),
  gives: z.object({ promoCodes: z.array(SavedPromoCode) }),
  async run(ctx, { website_id }) {
    const organization_id = await selectWebsiteOrganization(ctx, website_id)
    return { promoCodes: (await listCodesOfWebsite(ctx, { website_id, organization_id })).map(promoCodeResponse) }
  },
})
