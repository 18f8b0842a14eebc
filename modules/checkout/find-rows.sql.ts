import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { hasTrigram, searchPattern } from '#platform/search-form.ts'

type Patterns = (sql: Sql, patterns: Fragment) => Fragment

/**
 * The ids of all rows in scope that a function of the database finds by these words; null if they are not few, or the words
 * are too short. A row may lack some of the words, so the caller compares them.
 */
const finder =
  (find: Patterns) =>
  async ({ sql }: Pick<Ctx, 'sql'>, words: readonly string[]): Promise<readonly number[] | null> => {
    const patterns = words.filter(hasTrigram).map(searchPattern)
    if (patterns.length === 0) return null
    const [row] = await sql<{ ids: number[] | null }>`
      select ${find(sql, sql`${sql.array(patterns)}::text[]`)} as ids`
    return row!.ids
  }

/** Payments by their buyer's name or email, or their transaction id. */
export const findPayments = finder((sql, patterns) => sql`checkout.find_payments(${patterns})`)

/** Authorization keys by course, last group or organization. */
export const findAuthorizationKeys = finder((sql, patterns) => sql`checkout.find_authorization_keys(${patterns})`)

/** Promo codes by code or website. */
export const findPromoCodes = finder((sql, patterns) => sql`checkout.find_promo_codes(${patterns})`)

/** Lines of shop orders by number, customer, email or product. */
export const findStorefrontLines = finder((sql, patterns) => sql`checkout.find_storefront_lines(${patterns})`)
