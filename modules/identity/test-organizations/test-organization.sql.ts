import type { Organization } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'

/** A test organization with its clock; null if it was never opened. `sql` must be limited to it. */
export async function readTestOrganization(sql: Sql, organization_id: number): Promise<Organization | null> {
  const [row] = await sql<Omit<Organization, 'scope'> & { moved_ms: number }>`
    select o.organization_id, o.code, o.name, o.time_zone,
           (extract(epoch from c.moved) * 1000)::float8 as moved_ms
    from identity.v_organization o join identity.test_clock c using (organization_id)
    where o.organization_id = ${organization_id}`
  return row ? { ...row, scope: [organization_id] } : null
}
