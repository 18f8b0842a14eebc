import { discountOf } from '#modules/checkout/cart/cart-total.shared.ts'
import type { PricedLine } from '#modules/checkout/cart/priced-cart.ts'
import { findApplicableCode } from '#modules/checkout/promo-codes/applicable-code.ts'
import { type Customer, requireUsable } from '#modules/checkout/promo-codes/promo.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import type { LeaverSettings } from './leaver-settings.sql.ts'

export type Offer = { code: string; saving_cents: number; mobile_seconds: number; scrollup_ind: boolean }
type ConfiguredOffer = Pick<LeaverSettings, 'mobile_seconds' | 'scrollup_ind'> & { code: string }

/**
 * The visited organization's offer for a leaving visitor: its promo code, if it is valid for the cart, reduces the
 * price and this customer may still use it. Null if the cart already has a code.
 */
export async function findOffer(ctx: Ctx, lines: readonly PricedLine[], customer: Customer): Promise<Offer | null> {
  if (lines.some(({ promo_code_id }) => promo_code_id !== null)) return null
  const configuredOffer = await findConfiguredOffer(ctx)
  const match = configuredOffer && (await findApplicableCode(ctx, lines, configuredOffer.code))
  if (!match || !(await isUsable(ctx, match.promo, customer))) return null
  const saving_cents = discountOf({ ...match.line.item, discount: match.promo })
  return saving_cents > 0 ? { ...configuredOffer, saving_cents } : null
}

async function findConfiguredOffer({ sql, organization }: Ctx): Promise<ConfiguredOffer | null> {
  const [row] = await sql<ConfiguredOffer>`
    select p.code, s.mobile_seconds, s.scrollup_ind
    from checkout.leaver_settings s join checkout.promo_code p on p.promo_code_id = s.promo_code_id
    where s.organization_id = ${organization.organization_id} and s.enabled_ind`
  return row ?? null
}

async function isUsable(ctx: Ctx, promo: Parameters<typeof requireUsable>[1], customer: Customer) {
  try {
    await requireUsable(ctx, promo, customer)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
