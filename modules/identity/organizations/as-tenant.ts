import type { Ctx, Organization } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

/** Limits a job's context, which belongs to no organization, to one organization. */
export async function asTenant(ctx: Ctx, organization_id: number): Promise<Ctx> {
  if (ctx.organization.organization_id === organization_id) return ctx
  const [organization] = await ctx.sql<Omit<Organization, 'scope'>>`
    select organization_id, code, name, time_zone from identity.v_organization where organization_id = ${organization_id}`
  if (!organization) throw errors.notFound()
  return ctx.as({ organization: { ...organization, scope: [organization_id] } })
}
