import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import type { UserActor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'

export type Site = { organization_id: number; code: string; name: string }

/**
 * The open sites of a member of staff, their own organization's first. Unscoped: someone on a sub-organization's site
 * may go back up to their own.
 */
export const listSites = ({ sql }: Pick<Ctx, 'sql'>, { organization_id }: UserActor): Promise<Site[]> => sql<Site>`
  select o.organization_id, o.code, o.name
  from identity.organization_closure c join identity.organization o on o.organization_id = c.descendant_id
  where c.ancestor_id = ${organization_id} and o.lk_organization_status_id = ${organizationStatus.Active}
  order by c.depth, o.name, o.organization_id
  limit 1000`

/** One of these sites by its code; null if it is not among them. */
export async function findSite(
  { sql }: Pick<Ctx, 'sql'>,
  { organization_id }: UserActor,
  code: string,
): Promise<Site | null> {
  const [site] = await sql<Site>`
    select o.organization_id, o.code, o.name
    from identity.organization_closure c join identity.organization o on o.organization_id = c.descendant_id
    where c.ancestor_id = ${organization_id} and o.lk_organization_status_id = ${organizationStatus.Active}
      and o.code = ${code.toUpperCase()}`
  return site ?? null
}

/** Whether there is another site to go to. */
export async function hasSites({ sql }: Pick<Ctx, 'sql'>, { organization_id }: UserActor): Promise<boolean> {
  const [other] = await sql`
    select from identity.organization_closure where ancestor_id = ${organization_id} and depth > 0 limit 1`
  return other !== undefined
}
