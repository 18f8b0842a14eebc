import { operation } from '../../../platform/operation.ts'
import { staff } from '../../../platform/permissions.ts'
import { id, z } from '../../../platform/schema.ts'
import { promoCode } from './promo-code.schema.ts'
import { listTaken, organizationOfWebsite, selectSavedCodes } from './saved-codes.sql.ts'

export const validateCode = operation({
  call: 'GET /settings/validateCode',
  summary: 'Whether a code is well formed and free for a website, or for all of them; saving decides',
  may: staff('MANAGE_SETTINGS:READ'),
  takes: z.object({
    code: z.string().max(200),
    /** The code that is being changed, which does not stand in its own way. */
    promo_code_id: id().nullish(),
    website_id: id().nullish(),
  }),
  gives: z.object({ valid: z.boolean() }),
  async run(ctx, { code: typed, promo_code_id = null, website_id = null }) {
    const [own] = promo_code_id === null ? [] : await selectSavedCodes(ctx, [promo_code_id])
    const organization_id =
      website_id === null
        ? (own?.organization_id ?? ctx.organization.organization_id)
        : await organizationOfWebsite(ctx, website_id)
    const parsed = promoCode().safeParse(typed)
    if (!parsed.success) return { valid: false }
    const taken = await listTaken(ctx, [{ code: parsed.data, organization_id, website_id }])
    return { valid: !taken.some((one) => one.website_id === website_id && one.promo_code_id !== promo_code_id) }
  },
})
