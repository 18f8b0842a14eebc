import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { promoCodeResponse, SavedPromoCode } from './promo-code.schema.ts'
import { listWebsiteChoices, selectSavedCodes } from './saved-codes.sql.ts'

const Website = z.object({
  website_id: z.int(),
  organization_id: z.int(),
  name: z.string(),
  organization_name: z.string(),
})

export const fetchCodeForm = operation({
  call: 'GET /promocode/form',
  added: true,
  summary: 'The data of the promo code form: the code (null for a new one) and the websites to choose from',
  may: staff('MANAGE_SETTINGS:UPDATE'),
  takes: z.object({ promo_code_id: id().nullish() }),
  gives: z.object({ code: SavedPromoCode.nullable(), websites: z.array(Website) }),
  async run(ctx, { promo_code_id }) {
    const [row] = promo_code_id ? await selectSavedCodes(ctx, [promo_code_id]) : []
    return { code: row ? promoCodeResponse(row) : null, websites: await listWebsiteChoices(ctx) }
  },
})

export type CodeForm = Awaited<ReturnType<typeof fetchCodeForm.run>>
