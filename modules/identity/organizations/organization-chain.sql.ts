import type { Ctx } from '#platform/ctx.ts'

/** An organization and its parents, nearest first: it inherits settings from them. */
export async function listChain(
  { sql, organization }: Pick<Ctx, 'sql'> & { organization?: Ctx['organization'] },
  organization_id: number,
): Promise<number[]> {
  if (organization?.organization_id === organization_id && organization.above) {
    return [organization_id, ...organization.above]
  }
  const rows = await sql<{ ancestor_id: number }>`
    select ancestor_id from identity.organization_closure where descendant_id = ${organization_id} order by depth`
  return rows.map(({ ancestor_id }) => ancestor_id)
}
