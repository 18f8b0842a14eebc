import type { Organization } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'

/** The organization of a visited host. Any status other than 1 (Active) closes its site. */
export type VisitedOrganization = Organization & {
  lk_organization_status_id: number
  brand_color: string | null
  logo: string
  email: string
  /** The number that the public sees: the organization's first one, or its manager's. */
  public_phone: string
}

type CacheEntry = { at: number; organization: Promise<VisitedOrganization | null> }
const maxAgeMs = 5_000
// Per database, because tests open many in one process.
const caches = new WeakMap<Sql, Map<string, CacheEntry>>()
let clearedAt = Number.NEGATIVE_INFINITY

/** Clears this process's cache of organizations after one was added, changed, closed or removed. */
export function forgetOrganizations(): void {
  clearedAt = performance.now()
}

/**
 * The organization of a 3-character code (any case), or the default one for null; null if there is none. `scope`
 * contains its id and those of all its descendants. Cached for 5 seconds in this process.
 */
export function resolveOrganization(sql: Sql, code: string | null): Promise<VisitedOrganization | null> {
  const byCode = caches.get(sql) ?? new Map<string, CacheEntry>()
  caches.set(sql, byCode)
  const key = code?.toUpperCase() ?? ''
  if (key && !/^[A-Z0-9]{3}$/.test(key)) return Promise.resolve(null)
  const cached = byCode.get(key)
  const startedAt = performance.now()
  if (cached && startedAt - cached.at < maxAgeMs && cached.at > clearedAt) return cached.organization
  if (byCode.size > 1_000) byCode.clear()
  const organization = findOrganization(sql, key)
  byCode.set(key, { at: startedAt, organization: organization })
  // An organization created just now must not stay unknown.
  organization.then(
    (result) => result ?? byCode.delete(key),
    () => byCode.delete(key),
  )
  return organization
}

async function findOrganization(sql: Sql, code: string): Promise<VisitedOrganization | null> {
  const [row] = await sql<VisitedOrganization>`
    select o.organization_id, o.code, o.name, o.lk_organization_status_id, o.brand_color, o.logo, o.email,
           o.public_phone, o.time_zone,
           o.organization_id = (select min(r.organization_id) from identity.organization r
                                where r.parent_organization_id is null) as runs_product,
           (select array_agg(c.descendant_id order by c.depth, c.descendant_id)
            from identity.organization_closure c where c.ancestor_id = o.organization_id) as scope,
           (select coalesce(array_agg(c.ancestor_id order by c.depth), '{}')
            from identity.organization_closure c
            where c.descendant_id = o.organization_id and c.depth > 0) as above
    from identity.v_organization o
    where o.deleted_at is null and ${code === '' ? sql`o.default_ind` : sql`o.code = ${code}`}`
  return row ? { ...row, scope: row.scope ?? [row.organization_id] } : null
}
