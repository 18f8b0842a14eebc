import type { Ctx } from '../../../../platform/ctx.ts'

/** The same context in the organization of a row: what a job books is in the audit log of that tenant. */
export async function asTenant(ctx: Ctx, organization_id: number): Promise<Ctx> {
  const [organization] = await ctx.sql<{ code: string; name: string }>`
    select code, name from identity.v_organization where organization_id = ${organization_id}`
  const { code, name } = organization!
  return ctx.as({ organization: { organization_id, code, name, scope: [organization_id] } })
}
