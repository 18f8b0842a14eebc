import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { describeHolder } from './describe-holder.ts'
import { promoCode } from './promo-code.schema.ts'
import { promoTexts } from './promo-code.texts.ts'
import { findConflict, listHolders, selectSavedCodes, selectWebsiteOrganization } from './saved-codes.sql.ts'

export const validateCode = operation({
  call: 'GET /settings/validateCode',
  summary:
    'Returns whether a code is well formed and available for one website or all of them, or why not. Saving checks again',
  may: staff('MANAGE_SETTINGS:READ'),
  takes: z.object({
    code: z.string().max(200),
    /** The edited code, which does not conflict with itself. */
    promo_code_id: id().nullish(),
    website_id: id().nullish(),
  }),
  gives: z.object({ valid: z.boolean() }),
  async run(ctx, { code: text, promo_code_id = null, website_id = null }) {
    const [editedCode] = promo_code_id === null ? [] : await selectSavedCodes(ctx, [promo_code_id])
    const organization_id =
      website_id === null
        ? (editedCode?.organization_id ?? ctx.organization.organization_id)
        : await selectWebsiteOrganization(ctx, website_id)
    const parsedCode = promoCode().safeParse(text)
    if (!parsedCode.success) return { valid: false, message: localText(ctx.locale, promoTexts, 'codeWrong') }
    const place = { code: parsedCode.data, organization_id, website_id }
    const conflict = findConflict(await listHolders(ctx, [place]), { ...place, promo_code_id })
    return conflict ? { valid: false, message: describeHolder(ctx.locale, conflict) } : { valid: true }
  },
})
