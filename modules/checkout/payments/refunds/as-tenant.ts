import type { Ctx, Organization } from '#platform/ctx.ts'

/** The same context in the organization of a row: what a job books is in the audit log of that tenant. */
export async function asTenant(ctx: Ctx, organization_id: number): Promise<Ctx> {
  const [organization] = await ctx.sql<Omit<Organization, 'scope'>>`
    select organization_id, code, name, time_zone from identity.v_organization where organization_id = ${organization_id}`
  return ctx.as({ organization: { ...organization!, scope: [organization_id] } })
}
