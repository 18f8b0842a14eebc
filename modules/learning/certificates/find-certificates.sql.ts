import { findPeopleWithRemoved } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { hasTrigram, searchPattern } from '#platform/search-form.ts'

/**
 * The ids of all certificates in scope with these words in their numbers or in their students' names or addresses; null
 * if they are not few. A certificate may lack some of the words, so the caller compares them.
 */
export async function findCertificates(ctx: Ctx, words: readonly string[]): Promise<readonly number[] | null> {
  const people = await findPeopleWithRemoved(ctx, words)
  if (!people) return null
  const { sql } = ctx
  const patterns = words.filter(hasTrigram).map(searchPattern)
  const [row] = await sql<{ certificate_ids: number[] | null }>`
    select learning.find_certificates(${sql.array(patterns)}::text[], ${sql.array([...people])}::int[]) as certificate_ids`
  return row!.certificate_ids
}
