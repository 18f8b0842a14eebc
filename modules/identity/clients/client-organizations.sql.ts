import type { Ctx } from '#platform/ctx.ts'

/** The codes of organizations below the visited one, by id. */
export async function listOrganizationCodes({ sql, organization }: Ctx, ids: readonly number[]): Promise<string[]> {
  const rows = await sql<{ code: string }>`
    select code from identity.organization
    where organization_id = any(${sql.array([...ids])}::integer[])
      and organization_id = any(${sql.array([...organization.scope])}::integer[])
    order by code limit ${ids.length}`
  return rows.map(({ code }) => code)
}

/** The id of each code, in the order of the codes; null for a code that is not below the visited organization. */
export async function findOrganizationIds(
  { sql, organization }: Ctx,
  codes: readonly string[],
): Promise<(number | null)[]> {
  const upper = codes.map((code) => code.toUpperCase())
  const rows = await sql<{ organization_id: number; code: string }>`
    select organization_id, code from identity.organization
    where code = any(${sql.array(upper)}::text[])
      and organization_id = any(${sql.array([...organization.scope])}::integer[]) and deleted_at is null
    order by organization_id limit ${upper.length}`
  const ids = new Map(rows.map((row) => [row.code, row.organization_id]))
  return upper.map((code) => ids.get(code) ?? null)
}
