import type { Ctx } from '#platform/ctx.ts'
import { hasTrigram, searchPattern } from '#platform/search-form.ts'

/**
 * The ids of all payments in scope with these words in their buyers' names or addresses, or in their transaction ids; null
 * if they are not few, or the words are too short. A payment may lack some of the words, so the caller compares them.
 */
export async function findPayments(
  { sql }: Pick<Ctx, 'sql'>,
  words: readonly string[],
): Promise<readonly number[] | null> {
  const patterns = words.filter(hasTrigram).map(searchPattern)
  if (patterns.length === 0) return null
  const [row] = await sql<{ payment_ids: number[] | null }>`
    select checkout.find_payments(${sql.array(patterns)}::text[]) as payment_ids`
  return row!.payment_ids
}
