import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { holds, type PermissionKey, staff, userOf } from '#platform/permissions.ts'

/** Staff who manage organizations or their websites. */
export const websiteReader = staff(['MANAGE_WEBSITES:READ', 'MANAGE_ORGANIZATION:READ'])

/** Throws notFound for an organization that is neither the visited one nor below it. */
export function requireOrganization({ organization }: Pick<Ctx, 'organization'>, organization_id: number): void {
  if (!organization.scope.includes(organization_id)) throw errors.notFound()
}

/** Throws forbidden for a caller without the key that this one of several operations of a call needs. */
export function requireKey({ actor }: Pick<Ctx, 'actor'>, key: PermissionKey): void {
  if (!holds(actor, key)) throw errors.forbidden()
}

/**
 * Whether the caller sets what an affiliate owes and may ask (admin fee, least and highest price): those above it do,
 * never its own staff. On top of the tree there is no one above.
 */
export async function setsTerms({ sql, actor }: Pick<Ctx, 'sql' | 'actor'>, organization_id: number): Promise<boolean> {
  if (userOf({ actor }).organization_id !== organization_id) return true
  const [top] = await sql`
    select from identity.v_organization
    where organization_id = ${organization_id} and parent_organization_id is null`
  return top !== undefined
}
