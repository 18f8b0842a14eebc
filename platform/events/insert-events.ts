import type { Sql } from '#platform/db/sql.ts'
import type { Fact } from '#platform/facts.ts'

/**
 * Writes the events that a fact becomes, in the fact's transaction. `sql` sees all tenants: the fact names a row that
 * its operation has checked, and the event belongs to that row's organization.
 */
export async function insertEvents<T extends object>(sql: Sql, { fact, event }: Fact<T>, data: T): Promise<void> {
  if ('internal' in event) return
  for (const { kind, organization_id, subject, data: content } of await event.find(sql, data)) {
    const { type, version, needs } = kind
    if (!event.becomes.some((declaredEvent) => declaredEvent.type === type))
      throw new Error(`${fact} does not say that it becomes ${type}`)
    const row = { organization_id, type, version, needs, subject, data: sql.json(content) }
    await sql.last(sql`insert into platform.event ${sql(row)}`)
  }
}
