import type { Role } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, optionalText, z } from '#platform/schema.ts'
import { searchPattern } from '#platform/search-form.ts'
import { keyOf } from './people-scope.ts'
import { roleId } from './roles.ts'

const maxResults = 20

type PersonRow = { user_id: number; first_name: string; middle_name: string; last_name: string; email: string }
type Search = { name: string; user_id: number | null }

/** People of a role in the caller's organizations: the one with the id, or those whose name contains the text. */
function findStaff({ sql, organization }: Ctx, role: Role, { name, user_id }: Search): Promise<PersonRow[]> {
  const text = name.replace(/^contains:/, '').trim()
  const pattern = searchPattern(text)
  const condition = user_id
    ? sql`p.user_id = ${user_id}`
    : sql`
        platform.search_form(concat_ws(' ', p.first_name, nullif(p.middle_name, ''), p.last_name)) like ${pattern}
        or platform.search_form(p.first_name || ' ' || p.last_name) like ${pattern}`
  return sql<PersonRow>`
    select p.user_id, p.first_name, p.middle_name, p.last_name, p.email from identity.person p
    where p.lk_user_role_id = ${roleId[role]} and p.deleted_at is null
      and p.organization_id = any(${sql.array(organization.scope)}) and (${condition})
    order by p.first_name, p.last_name, p.user_id
    limit ${maxResults}`
}

const shape = {
  user_id: z.int(),
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  label: z.string(),
  value: z.int(),
}
const toChoice = ({ email, ...row }: PersonRow) => ({
  ...row,
  label: `${row.first_name} ${row.last_name}`.trim() || email,
  value: row.user_id,
})

export const autocompleteAdministrator = operation({
  call: 'GET /administrator/fetch/autocomplete',
  summary: 'Lists administrators by part of their name (`name=contains:ann`), or one by id',
  may: staff(keyOf('Admin', 'READ')),
  takes: z.object({ name: optionalText(100), administrator_id: id().optional() }),
  gives: z.object({ administrator: z.array(z.object({ ...shape, administrator_id: z.int() })) }),
  async run(ctx, { name, administrator_id = null }) {
    const rows = await findStaff(ctx, 'Admin', { name, user_id: administrator_id })
    return { administrator: rows.map((row) => ({ ...toChoice(row), administrator_id: row.user_id })) }
  },
})

export const autocompleteInstructor = operation({
  call: 'GET /instructor/fetch/autocomplete',
  summary: 'Lists instructors by part of their name (`name=contains:ann`), or one by id',
  may: staff([keyOf('Instructor', 'READ'), 'MANAGE_ORGANIZATION:READ']),
  takes: z.object({ name: optionalText(100), instructor_id: id().optional(), user_id: id().optional() }),
  gives: z.object({ instructor: z.array(z.object({ ...shape, instructor_id: z.int() })) }),
  async run(ctx, { name, instructor_id = null, user_id = instructor_id }) {
    const rows = await findStaff(ctx, 'Instructor', { name, user_id })
    return { instructor: rows.map((row) => ({ ...toChoice(row), instructor_id: row.user_id })) }
  },
})
