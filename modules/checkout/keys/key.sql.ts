import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

/** The ids of lk_authorization_key_status. */
export const keyStatus = { Active: 1, Redeemed: 2, Revoked: 3 } as const

export type Key = {
  authorization_key_id: number
  organization_id: number
  course_website_id: number
  course_id: number
  last_group: string
  lk_authorization_key_status_id: number
  redeemed_by: number | null
  order_item_id: number | null
}

const keyColumns = (sql: Ctx['sql']) => sql`
  authorization_key_id, organization_id, course_website_id, course_id, last_group, lk_authorization_key_status_id,
  redeemed_by, order_item_id`

/** Locks keys of the caller's organizations in id order. Throws notFound if one is out of scope. */
export async function lockKeys({ sql, organization }: Ctx, ids: readonly number[]): Promise<Key[]> {
  const uniqueIds = [...new Set(ids)]
  const keys = await sql<Key>`
    select ${keyColumns(sql)} from checkout.authorization_key
    where authorization_key_id = any(${sql.array(uniqueIds)}) and organization_id = any(${sql.array(organization.scope)})
    order by authorization_key_id
    for no key update`
  if (keys.length < uniqueIds.length) throw errors.notFound()
  return keys
}

/** Locks the key with this code among those held by the organizations; null if there is none. */
export async function lockKeyByHash(
  { sql }: Ctx,
  code_hash: Buffer,
  organizations: readonly number[],
): Promise<Key | null> {
  const [key] = await sql<Key>`
    select ${keyColumns(sql)} from checkout.authorization_key
    where code_hash = ${code_hash} and organization_id = any(${sql.array(organizations)})
    for no key update`
  return key ?? null
}
