import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, queryList, z } from '#platform/schema.ts'
import { canManage } from './people-scope.ts'

type Row = {
  user_id: number
  organization_id: number
  first_name: string
  last_name: string
  email: string
  lk_user_role_id: number
  updated_at: Date
}

export const fetchMultiple = operation({
  call: 'GET /user/fetchMultiple',
  summary: "Returns several people by id, without those the caller can't see",
  may: staff(['MANAGE_STUDENTS:READ', 'MANAGE_INSTRUCTORS:READ', 'MANAGE_ADMIN:READ']),
  takes: z.object({ user_ids: queryList(id()) }),
  gives: z.object({
    data: z.array(
      z.object({
        user_id: z.int(),
        first_name: z.string(),
        last_name: z.string(),
        email: z.string(),
        lk_user_role_id: z.int(),
        updated_at: z.iso.datetime(),
      }),
    ),
  }),
  async run(ctx, { user_ids }) {
    const rows = await ctx.sql<Row>`
      select user_id, organization_id, first_name, last_name, email, lk_user_role_id, updated_at
      from identity.person
      where user_id = any(${ctx.sql.array(user_ids)}) and deleted_at is null
        and organization_id = any(${ctx.sql.array(ctx.organization.scope)})
      order by user_id`
    const visible = rows.filter((person) => canManage(ctx, person, 'READ'))
    return { data: visible.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() })) }
  },
})
