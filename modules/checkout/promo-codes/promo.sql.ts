import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'

export type PromoCode = {
  promo_code_id: number
  organization_id: number
  website_id: number | null
  code: string
  dollar_amount_off_cents: number | null
  percent_off: number | null
  usage_limit: number | null
  once_per_customer: boolean
  /** Enabled, started and not expired. */
  current: boolean
}

/** Whether a code is valid for a website. */
export const isValidOn = (promo: Pick<PromoCode, 'website_id'>, { website_id }: { website_id: number }): boolean =>
  promo.website_id === null || promo.website_id === website_id

/** The person who would use a code; both fields are null for a guest without an account. */
export type Customer = { user_id: number | null; email: string | null }

const columns = (sql: Ctx['sql']) => sql`
  promo_code_id, organization_id, website_id, code, dollar_amount_off_cents, percent_off, usage_limit,
  once_per_customer,
  enabled and coalesce(starts_at <= platform.now(), true) and coalesce(expires_at > platform.now(), true) as current`

/** The visited organization's codes with a name: one for all websites, or at most one per website. */
export const listPromoCodes = ({ sql, organization }: Ctx, code: string): Promise<PromoCode[]> => sql<PromoCode>`
  select ${columns(sql)} from checkout.promo_code
  where code = ${code} and organization_id = ${organization.organization_id}
  order by promo_code_id`

/**
 * Locks a code to serialize operations that count its uses. Not `for update`, because that conflicts with the key lock
 * of order lines that reference the code, and two buyers would wait for each other. Throws promoInvalid if the code no
 * longer exists.
 */
export async function lockPromoCode({ sql }: Pick<Ctx, 'sql'>, promo_code_id: number): Promise<PromoCode> {
  const [promo] = await sql<PromoCode>`
    select ${columns(sql)} from checkout.promo_code where promo_code_id = ${promo_code_id} for no key update`
  // Deleted by staff in the meantime.
  if (!promo) throw checkoutErrors.promoInvalid()
  return promo
}

/**
 * Throws promoInvalid for a code that is not current, promoUsed for one that has reached its limit or that this
 * customer has already used.
 */
export async function requireUsable(
  { sql }: Pick<Ctx, 'sql'>,
  promo: PromoCode,
  { user_id, email }: Customer,
): Promise<void> {
  if (!promo.current) throw checkoutErrors.promoInvalid()
  const [counts] = await sql<{ uses: number; own: number }>`
    select count(*)::integer as uses,
           count(*) filter (where user_id = ${user_id}::integer or email = lower(${email}::text))::integer as own
    from checkout.promo_use where promo_code_id = ${promo.promo_code_id}`
  const { usage_limit, once_per_customer } = promo
  if (usage_limit !== null && counts!.uses >= usage_limit) throw checkoutErrors.promoUsed()
  if (once_per_customer && counts!.own > 0) throw checkoutErrors.promoUsed()
}
