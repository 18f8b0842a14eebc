import { catalogueErrors } from '#modules/catalogue/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { localize } from '#platform/texts.ts'
import { listPriceErrors, type PriceField, type Prices } from './price-rule.shared.ts'
import { requireNotBetter } from './terms-above.ts'
import { maySetTerms } from './website-permissions.ts'

/** Throws invalid with the errors, under the form's field names. */
export function requirePrices({ locale }: Pick<Ctx, 'locale'>, prices: Prices, fields: Record<PriceField, string>) {
  const issues = listPriceErrors(prices).map(([name, text]) => ({
    path: fields[name],
    message: localize(locale, text),
  }))
  if (issues.length > 0) throw errors.invalid({}, {}, issues)
}

const termFields = ['admin_fee_cents', 'min_price_cents', 'max_price_cents'] as const

/** The scope of terms: a course on a website, or (course_id null) a website. */
type TermsScope = { organization_id: number; course_id: number | null; fields: Record<PriceField, string> }
/** `fresh`: there were no terms yet; `before` are then the defaults. */
type Change = { before: Prices; after: Prices; fresh: boolean }

/**
 * Throws termsFromAbove if an affiliate's own staff would change its fees or price limits, and betterThanOwn if they
 * would give sub-organizations better terms than their own.
 */
export async function requireTerms(ctx: Ctx, scope: TermsScope, { before, after, fresh }: Change): Promise<void> {
  const { organization_id, course_id, fields } = scope
  const changedTerms = termFields.filter((term) => before[term] !== after[term])
  if (changedTerms.length === 0 && !fresh) return
  const canSetTerms = await maySetTerms(ctx, organization_id)
  if (changedTerms.length > 0 && !canSetTerms) throw catalogueErrors.termsFromAbove()
  if (canSetTerms)
    await requireNotBetter(ctx, { course_id, fields, changedTerms: fresh ? termFields : changedTerms }, after)
}
