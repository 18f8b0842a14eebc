import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { holds, ownOrganizationOf, type PermissionKey, staff } from '#platform/permissions.ts'

/** Staff who manage organizations or their websites. */
export const websiteReader = staff(['MANAGE_WEBSITES:READ', 'MANAGE_ORGANIZATION:READ'])

/** Throws notFound for an organization that is neither the current one nor below it. */
export function requireOrganization({ organization }: Pick<Ctx, 'organization'>, organization_id: number): void {
  if (!organization.scope.includes(organization_id)) throw errors.notFound()
}

/** Throws forbidden if the caller lacks the permission. */
export function requireKey({ actor }: Pick<Ctx, 'actor'>, key: PermissionKey): void {
  if (!holds(actor, key)) throw errors.forbidden()
}

/**
 * Whether the caller may set an affiliate's fees and price limits (admin fee, lowest and highest price). Staff above
 * it may; its own staff may not, except in the root organization.
 */
export async function maySetTerms(
  { sql, actor }: Pick<Ctx, 'sql' | 'actor'>,
  organization_id: number,
): Promise<boolean> {
  if (ownOrganizationOf({ actor }) !== organization_id) return true
  const [root] = await sql`
    select from identity.v_organization
    where organization_id = ${organization_id} and parent_organization_id is null`
  return root !== undefined
}
