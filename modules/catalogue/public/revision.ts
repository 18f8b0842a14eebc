import { batchBy } from '#platform/batch.ts'
import type { Sql } from '#platform/db/sql.ts'

/**
 * A revision of an organization's offers, as text; when it changes, cached pages are outdated. It is read from the
 * database after each call and never cached; concurrent calls on a busy site share one statement.
 */
export const readRevision: (sql: Sql, organization_id: number) => Promise<string> = batchBy(selectRevisions)

/** Seller 0 has the revision that all sellers share. */
async function selectRevisions(sql: Sql, sellers: readonly number[]): Promise<string[]> {
  const rows = await sql<{ seller_id: number; revision: string }>`
    select seller_id, revision::text from catalogue.revision
    where seller_id = any(${sql.array([...new Set([0, ...sellers])])})`
  const revisions = new Map(rows.map(({ seller_id, revision }) => [seller_id, revision]))
  return sellers.map((seller) => `${revisions.get(0) ?? 0}.${revisions.get(seller) ?? 0}`)
}
