import type { Ctx } from '#platform/ctx.ts'

type Place = { event_id: string; position: number }

/** The position of a published event in scope; null if there is none, or if it was deleted. */
export async function findEventPosition({ sql, organization }: Ctx, event_id: string): Promise<number | null> {
  const [row] = await sql<{ position: number }>`
    select position::float8 as position from platform.v_event
    where event_id = ${event_id} and organization_id = any(${sql.array(organization.scope)}) and position is not null`
  return row?.position ?? null
}

/**
 * The newest published event in scope, of any type: the position up to which a reader has seen everything. Reads the
 * end of each organization's index, because those of large tenants hide that of a small one.
 */
export async function findNewestEvent({ sql, organization }: Ctx): Promise<Place | null> {
  const [row] = await sql<Place>`
    select n.event_id, n.position::float8 as position
    from unnest(${sql.array(organization.scope)}::int[]) o (organization_id)
    cross join lateral (
      select v.event_id, v.position from platform.v_event v
      where v.organization_id = o.organization_id and v.position is not null
      order by v.position desc limit 1) n
    order by n.position desc limit 1`
  return row ?? null
}
