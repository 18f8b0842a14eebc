import type { Ctx } from '#platform/ctx.ts'
import { keyStatus } from './key.sql.ts'

/** The active keys of a batch that one organization holds. */
export type ActiveKeys = {
  authorization_key_batch_id: number
  organization_id: number
  name: string
  course_name: string
  count: number
}
type SiteContext = Pick<Ctx, 'sql' | 'organization'>

/** The batches with keys that can be assigned, newest first. */
export const listActiveKeys = ({ sql, organization }: SiteContext): Promise<ActiveKeys[]> => sql<ActiveKeys>`
  select k.authorization_key_batch_id, k.organization_id, o.name, k.course_name, count(*)::int as count
  from checkout.authorization_key k
  join identity.v_organization o on o.organization_id = k.organization_id
  where k.organization_id = any(${sql.array(organization.scope)})
    and k.lk_authorization_key_status_id = ${keyStatus.Active}
  group by k.authorization_key_batch_id, k.organization_id, o.name, k.course_name
  order by k.authorization_key_batch_id desc, o.name
  limit 200`

/** Picks up to `count` active keys of a batch, oldest first. */
export async function pickActiveKeys(
  { sql, organization }: SiteContext,
  batch: Pick<ActiveKeys, 'authorization_key_batch_id' | 'organization_id'>,
  count: number,
): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select authorization_key_id as id from checkout.authorization_key
    where authorization_key_batch_id = ${batch.authorization_key_batch_id} and organization_id = ${batch.organization_id}
      and organization_id = any(${sql.array(organization.scope)})
      and lk_authorization_key_status_id = ${keyStatus.Active}
    order by authorization_key_id limit ${Math.min(Math.max(Math.trunc(count) || 0, 0), 1_000)}`
  return rows.map(({ id }) => id)
}
