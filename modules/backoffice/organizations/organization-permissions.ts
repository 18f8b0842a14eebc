import { selectOrganizationByCode } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type PermissionType, type Policy, scoped, staff } from '#platform/permissions.ts'

type OrganizationInput = { organization_id?: number | null | undefined }

/** Staff with the permission, for an organization in their scope. */
export const onOrganization = (type: PermissionType): Policy<OrganizationInput> =>
  scoped<OrganizationInput>(
    staff(`MANAGE_ORGANIZATION:${type}`),
    'for one of their organizations',
    async (ctx, input) => {
      if (input.organization_id && !ctx.organization.scope.includes(input.organization_id)) throw errors.notFound()
    },
  )

/** The organization in an input by id or code, in scope. Throws notFound. */
export async function namedOrganization(
  ctx: Ctx,
  { organization_id, org_code }: OrganizationInput & { org_code?: string | null | undefined },
): Promise<number> {
  if (organization_id) return organization_id
  if (org_code) return selectOrganizationByCode(ctx, org_code)
  throw errors.notFound()
}
