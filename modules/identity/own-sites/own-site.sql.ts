import { newReference } from '#modules/identity/sessions/reference.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

export type ProofMethod = 'file' | 'dns'
export type OwnSite = {
  own_site_id: number
  origin: string
  proof: string
  proved_at: Date | null
  proved_by: ProofMethod | null
  /** Since when checks have found no proof of a site that counts. */
  failing_since: Date | null
}

/** The maximum number of sites of an organization. */
export const maxSites = 20

export const listOwnSites = ({ sql }: Pick<Ctx, 'sql'>, organization_id: number) => sql<OwnSite>`
  select own_site_id, origin, proof, proved_at, proved_by, failing_since from identity.own_site
  where organization_id = ${organization_id} order by origin limit ${maxSites}`

/** A site in the caller's organizations. Throws notFound. */
export async function selectOwnSite({ sql, organization }: Pick<Ctx, 'sql' | 'organization'>, own_site_id: number) {
  const [site] = await sql<OwnSite & { organization_id: number }>`
    select own_site_id, organization_id, origin, proof, proved_at, proved_by, failing_since from identity.own_site
    where own_site_id = ${own_site_id} and organization_id = any(${sql.array(organization.scope)})`
  if (!site) throw errors.notFound()
  return site
}

/** Locked until the transaction ends, so that concurrent requests do not exceed the limit. */
export async function lockSiteCount({ sql }: Pick<Ctx, 'sql'>, organization_id: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('identity.own_site'), ${organization_id})`
  const [row] = await sql<{ n: number }>`
    select count(*)::int as n from identity.own_site where organization_id = ${organization_id}`
  return row!.n
}

/** Adds an unproven site; an existing one stays unchanged. */
export async function insertOwnSite({ sql, now }: Ctx, organization_id: number, origin: string): Promise<number> {
  await sql`
    insert into identity.own_site (organization_id, origin, proof, created_at)
    values (${organization_id}, ${origin}, ${newReference()}, ${now}) on conflict do nothing`
  const [site] = await sql<{ own_site_id: number }>`
    select own_site_id from identity.own_site where organization_id = ${organization_id} and origin = ${origin}`
  return site!.own_site_id
}

/** Records the current proof of a site. Throws notFound for a site that was removed in the meantime. */
export async function updateProved(
  { sql, now }: Ctx,
  own_site_id: number,
  proved_by: ProofMethod | null,
): Promise<void> {
  const updatedRows = await sql`
    update identity.own_site set proved_by = ${proved_by}, proved_at = ${proved_by === null ? null : now},
      checked_at = ${now}, failing_since = null
    where own_site_id = ${own_site_id}`
  if (updatedRows.count === 0) throw errors.notFound()
}

/** The origins of the visited organization's own sites. */
export async function listProvedOrigins({ sql, organization }: Pick<Ctx, 'sql' | 'organization'>): Promise<string[]> {
  const rows = await sql<{ origin: string }>`
    select origin from identity.own_site
    where organization_id = ${organization.organization_id} and proved_at is not null order by origin limit ${maxSites}`
  return rows.map(({ origin }) => origin)
}

export type CheckedSite = OwnSite & { organization_id: number }

/** Sites whose proof was not checked since `before`, marked as checked now: two sweeps check none twice. */
export const claimDueSites = ({ sql, now }: Pick<Ctx, 'sql' | 'now'>, before: Date, limit: number) => sql<CheckedSite>`
  update identity.own_site set checked_at = ${now}
  where proved_at is not null and coalesce(checked_at, proved_at) <= ${before} and own_site_id in (
    select own_site_id from identity.own_site
    where proved_at is not null and coalesce(checked_at, proved_at) <= ${before}
    order by coalesce(checked_at, proved_at), own_site_id limit ${limit})
  returning own_site_id, organization_id, origin, proof, proved_at, proved_by, failing_since`

/** Records the result of the check that claimed the site; false if the site was removed or verified again since. */
export async function updateChecked(
  { sql, now }: Pick<Ctx, 'sql' | 'now'>,
  { own_site_id }: OwnSite,
  { proved_by, failing_since }: Pick<OwnSite, 'proved_by' | 'failing_since'>,
): Promise<boolean> {
  const updatedRows = await sql`
    update identity.own_site
    set proved_by = ${proved_by}, failing_since = ${failing_since},
        proved_at = case when ${proved_by}::text is not null then proved_at end
    where own_site_id = ${own_site_id} and checked_at = ${now}`
  return updatedRows.count > 0
}
