import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { pick } from '../../../platform/texts.ts'
import { catalogueErrors } from '../errors.ts'
import { type PriceField, type Prices, wrongPrices } from './price-rule.shared.ts'
import { setsTerms } from './reach.ts'

/** Throws invalid with what is wrong, under the names that the form has for the fields. */
export function requirePrices({ locale }: Pick<Ctx, 'locale'>, prices: Prices, fields: Record<PriceField, string>) {
  const issues = wrongPrices(prices).map(([name, text]) => ({ path: fields[name], message: pick(locale, text) }))
  if (issues.length > 0) throw errors.invalid({}, {}, issues)
}

const terms = ['admin_fee_cents', 'min_price_cents', 'max_price_cents'] as const

/** Throws termsFromAbove where an affiliate's own staff would change what the affiliate owes or may ask. */
export async function requireTerms(ctx: Ctx, organization_id: number, before: Prices, after: Prices): Promise<void> {
  const same = terms.every((term) => before[term] === after[term])
  if (!same && !(await setsTerms(ctx, organization_id))) throw catalogueErrors.termsFromAbove()
}
