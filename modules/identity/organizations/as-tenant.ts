import { readTestOrganization } from '#modules/identity/test-organizations/test-organization.sql.ts'
import { type Ctx, noOrganization, type Organization } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { isTest, isTestId } from '#platform/test-organization.ts'

/**
 * Limits a job's context, which belongs to no organization, to one organization. A job of a test organization never
 * leaves it, and only a job enters one.
 */
export async function asTenant(ctx: Ctx, organization_id: number): Promise<Ctx> {
  if (ctx.organization.organization_id === organization_id) return ctx
  if (isTest(ctx.organization)) throw errors.notFound()
  if (isTestId(organization_id)) return asTestOrganization(ctx, organization_id)
  const [organization] = await ctx.sql<Omit<Organization, 'scope'>>`
    select organization_id, code, name, time_zone from identity.v_organization where organization_id = ${organization_id}`
  if (!organization) throw errors.notFound()
  return ctx.as({ organization: { ...organization, scope: [organization_id] } })
}

/** Opens a test organization for the server itself. */
async function asTestOrganization(ctx: Ctx, organization_id: number): Promise<Ctx> {
  if (ctx.actor.kind !== 'system') throw errors.notFound()
  const testCtx = ctx.as({ organization: { ...noOrganization, organization_id, scope: [organization_id] } })
  const organization = await readTestOrganization(testCtx.sql, organization_id)
  if (!organization) throw errors.notFound()
  return ctx.as({ organization })
}
