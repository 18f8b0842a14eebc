import type { Ctx } from '#platform/ctx.ts'
import { hasTrigram, searchPattern } from '#platform/search-form.ts'

/**
 * The ids of all rows in scope that a function of the database finds by these words; null if they are not few, or the words
 * are too short. A row may lack some of the words, so the caller compares them.
 */
type Find = (ctx: Pick<Ctx, 'sql'>, words: readonly string[]) => Promise<readonly number[] | null>
type IdsRow = { ids: number[] | null }

async function findIds(
  words: readonly string[],
  select: (patterns: readonly string[]) => PromiseLike<readonly IdsRow[]>,
): Promise<readonly number[] | null> {
  const patterns = words.filter(hasTrigram).map(searchPattern)
  if (patterns.length === 0) return null
  const [row] = await select(patterns)
  return row!.ids
}

/** Payments by their buyer's name or email, or their transaction id. */
export const findPayments: Find = ({ sql }, words) =>
  findIds(words, (patterns) => sql<IdsRow>`select checkout.find_payments(${sql.array(patterns)}::text[]) as ids`)

/** Authorization keys by course, last group or organization. */
export const findAuthorizationKeys: Find = ({ sql }, words) =>
  findIds(
    words,
    (patterns) => sql<IdsRow>`select checkout.find_authorization_keys(${sql.array(patterns)}::text[]) as ids`,
  )

/** Promo codes by code or website. */
export const findPromoCodes: Find = ({ sql }, words) =>
  findIds(words, (patterns) => sql<IdsRow>`select checkout.find_promo_codes(${sql.array(patterns)}::text[]) as ids`)

/** Lines of shop orders by number, customer, email or product. */
export const findStorefrontLines: Find = ({ sql }, words) =>
  findIds(
    words,
    (patterns) => sql<IdsRow>`select checkout.find_storefront_lines(${sql.array(patterns)}::text[]) as ids`,
  )
