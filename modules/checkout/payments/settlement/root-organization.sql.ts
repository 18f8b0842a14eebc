import type { Ctx } from '#platform/ctx.ts'

/** The root organization, which owns payments and refunds without an order. */
export async function rootOrganization({ sql }: Ctx): Promise<number> {
  const [root] = await sql<{ organization_id: number }>`
    select organization_id from identity.v_organization
    where parent_organization_id is null order by organization_id limit 1`
  return root!.organization_id
}
