import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'

export const listOrganizations = operation({
  call: 'GET /user/organizations',
  summary: 'Lists the organizations the caller can choose: the visited one first, then its sub-organizations by name',
  added: true,
  may: staff(),
  takes: z.object({}),
  gives: z.object({ data: z.array(z.object({ organization_id: z.int(), code: z.string(), name: z.string() })) }),
  async run({ sql, organization }) {
    const data = await sql<{ organization_id: number; code: string; name: string }>`
      select organization_id, code, name from identity.organization
      where organization_id = any(${sql.array(organization.scope)}) and deleted_at is null
      order by organization_id <> ${organization.organization_id}, name, organization_id limit 1000`
    return { data }
  },
})
