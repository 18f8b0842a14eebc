import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { count, flag, id, wording, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { leaverTexts } from './leaver.texts.ts'
import { saveLeaverSettings, selectLeaverSettings } from './leaver-settings.sql.ts'

export const fetchLeaverPromoCode = operation({
  call: 'GET /settings/fetchLeaverPromoCode',
  summary: "The promo code offered to visitors who are about to leave the organization's checkout",
  may: staff('MANAGE_SETTINGS:READ'),
  takes: z.object({}),
  gives: z.object({
    leaver: z.object({
      promo_code_id: z.int().nullable(),
      enabled: z.boolean(),
      mobileSeconds: z.int(),
      scrollup: z.boolean(),
    }),
  }),
  async run(ctx) {
    const { promo_code_id, enabled_ind, mobile_seconds, scrollup_ind } = await selectLeaverSettings(
      ctx,
      ctx.organization.organization_id,
    )
    return {
      leaver: { promo_code_id, enabled: enabled_ind, mobileSeconds: mobile_seconds, scrollup: scrollup_ind },
    }
  },
})

const secondsError = { error: wording(leaverTexts.mobileWrong) }

export const saveLeaverPromoCode = operation({
  call: 'POST /settings/saveLeaverPromoCode',
  summary: 'Sets the promo code offered to visitors who are about to leave, and when it is offered',
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  takes: z.object({
    leaver: z.object({
      promo_code_id: z.preprocess((value) => (value === '' ? null : value), id().nullish()),
      enabled: flag(),
      mobileSeconds: count().pipe(z.int().min(5, secondsError).max(3_600, secondsError)).default(60),
      scrollup: flag().default(true),
    }),
  }),
  gives: z.object({}),
  fails: [errors.notFound, checkoutErrors.promoUnknown],
  async run(ctx, { leaver: { promo_code_id = null, enabled, mobileSeconds, scrollup } }) {
    if (promo_code_id === null && enabled) throw checkoutErrors.promoUnknown()
    if (promo_code_id !== null) await requireOwnCode(ctx, promo_code_id)
    const change = { promo_code_id, enabled_ind: enabled, mobile_seconds: mobileSeconds, scrollup_ind: scrollup }
    await saveLeaverSettings(ctx, change)
    return { message: localText(ctx.locale, leaverTexts, 'saved') }
  },
})

/**
 * Throws promoUnknown for a sub-organization's code, which is valid only on its own sites. Locks the code, so that it
 * is not deleted concurrently.
 */
async function requireOwnCode({ sql, organization }: Ctx, promo_code_id: number): Promise<void> {
  const [code] = await sql<{ organization_id: number }>`
    select organization_id from checkout.promo_code
    where promo_code_id = ${promo_code_id} and organization_id = any(${sql.array(organization.scope)})
    for key share`
  if (!code) throw errors.notFound()
  if (code.organization_id !== organization.organization_id) throw checkoutErrors.promoUnknown()
}
