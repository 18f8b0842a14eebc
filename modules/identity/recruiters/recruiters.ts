import { roleId } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { optionalText, z } from '#platform/schema.ts'
import { searchPattern } from '#platform/search-form.ts'

type Recruiter = {
  user_id: number
  first_name: string
  middle_name: string
  last_name: string
  email: string
  organizations: number
}

const may = staff(['MANAGE_INSTRUCTORS:READ', 'MANAGE_ORGANIZATION:READ'])
const maxRecruiters = 1_000

/** The recruiting instructors of the caller's organizations, optionally filtered by first name. */
function listRecruiters({ sql, organization }: Ctx, name: string, limit: number): Promise<Recruiter[]> {
  return sql<Recruiter>`
    select p.user_id, p.first_name, p.middle_name, p.last_name, p.email,
           (select count(*)::int from identity.recruiter r
            where r.user_id = p.user_id and r.organization_id = any(${sql.array(organization.scope)})) as organizations
    from identity.person p
    where p.is_recruiter and p.lk_user_role_id = ${roleId.Instructor} and p.deleted_at is null
      and p.organization_id = any(${sql.array(organization.scope)})
      and platform.search_form(p.first_name) like ${searchPattern(name)}
    order by p.first_name, p.last_name, p.user_id
    limit ${limit}`
}

export const autocompleteRecruiter = operation({
  call: 'GET /user/recruiter/autocomplete',
  summary: 'Lists recruiters by part of their first name: `first_name=contains:ann`',
  may,
  takes: z.object({ first_name: optionalText(100) }),
  gives: z.object({
    data: z.array(
      z.object({
        user_id: z.int(),
        first_name: z.string(),
        middle_name: z.string(),
        last_name: z.string(),
        label: z.string(),
        value: z.int(),
      }),
    ),
  }),
  async run(ctx, { first_name }) {
    const rows = await listRecruiters(ctx, first_name.replace(/^contains:/, ''), 20)
    return {
      data: rows.map((row) => ({ ...row, label: `${row.first_name} ${row.last_name}`.trim(), value: row.user_id })),
    }
  },
})

export const fetchAllRecruiters = operation({
  call: 'GET /recruiter/fetchAll',
  summary: "Lists all recruiters in the caller's organizations",
  may,
  takes: z.object({}),
  gives: z.object({
    data: z.object({
      data: z.array(
        z.object({
          user_id: z.int(),
          first_name: z.string(),
          last_name: z.string(),
          email: z.string(),
          /** The number of organizations that they recruited. */
          organizations: z.int(),
        }),
      ),
    }),
  }),
  run: async (ctx) => ({ data: { data: await listRecruiters(ctx, '', maxRecruiters) } }),
})
