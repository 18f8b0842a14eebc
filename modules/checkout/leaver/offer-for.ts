import { discountOf } from '#modules/checkout/cart/cart-total.shared.ts'
import type { PricedLine } from '#modules/checkout/cart/priced-cart.ts'
import { findApplicableCode } from '#modules/checkout/promo-codes/applicable-code.ts'
import { type Customer, requireUsable } from '#modules/checkout/promo-codes/promo.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import type { LeaverSettings } from './leaver-settings.sql.ts'

export type Offer = { code: string; saving_cents: number; mobile_seconds: number; scrollup_ind: boolean }
type Offering = Pick<LeaverSettings, 'mobile_seconds' | 'scrollup_ind'> & { code: string }

/**
 * The visited organization's offer for a leaving visitor's cart: its code, if it fits, saves something and this
 * customer may still use it. Null for a cart that already has a code.
 */
export async function offerFor(ctx: Ctx, lines: readonly PricedLine[], customer: Customer): Promise<Offer | null> {
  if (lines.some(({ promo_code_id }) => promo_code_id !== null)) return null
  const offering = await findOffering(ctx)
  const fitting = offering && (await findApplicableCode(ctx, lines, offering.code))
  if (!fitting || !(await isUsable(ctx, fitting.promo, customer))) return null
  const saving_cents = discountOf({ ...fitting.line.item, discount: fitting.promo })
  return saving_cents > 0 ? { ...offering, saving_cents } : null
}

async function findOffering({ sql, organization }: Ctx): Promise<Offering | null> {
  const [row] = await sql<Offering>`
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
