import { findInstructors, isFreeCode, listInstructorsOf, organizationCode } from '#modules/identity/index.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { count, id, optionalText, z } from '#platform/schema.ts'
import { searchPattern } from '#platform/search-form.ts'
import { OrganizationData, OrganizationProfile } from './organization.schema.ts'
import { namedOrganization, onOrganization } from './organization-permissions.ts'
import { countParts } from './organization-records.sql.ts'
import { readOrganization, readProfile } from './read-profile.ts'

const searched = (text: string) => text.replace(/^contains:/, '').trim()

export const autocompleteOrganization = operation({
  call: 'GET /organization/fetch/autocomplete',
  summary: 'Lists organizations by part of their name or code (`searchkey=contains:sun`), or one by id',
  may: staff(),
  takes: z.object({ searchkey: optionalText(100) }),
  gives: z.object({
    organization: z.array(
      z.object({
        organization_id: z.int(),
        code: z.string(),
        name: z.string(),
        label: z.string(),
        value: z.int(),
      }),
    ),
  }),
  async run({ sql, organization }, { searchkey }) {
    const text = searched(searchkey)
    const condition = /^\d{1,9}$/.test(text)
      ? sql`o.organization_id = ${Number(text)}`
      : sql`(platform.search_form(o.name) like ${searchPattern(text)} or strpos(lower(o.code), lower(${text})) > 0)`
    const rows = await sql<{ organization_id: number; code: string; name: string }>`
      select o.organization_id, o.code, o.name from identity.v_organization o
      where o.organization_id = any(${sql.array(organization.scope)}) and o.deleted_at is null and ${condition}
      order by o.name, o.organization_id limit 20`
    return {
      organization: rows.map((row) => ({ ...row, label: `${row.code} · ${row.name}`, value: row.organization_id })),
    }
  },
})

export const getOrganization = operation({
  call: 'GET /organization/{id}',
  summary: 'Returns one organization',
  may: staff('MANAGE_ORGANIZATION:READ'),
  takes: z.object({ id: id() }),
  gives: z.object({ data: OrganizationData }),
  run: async (ctx, input) => ({ data: await readOrganization(ctx, input.id) }),
})

export const getOneOrganization = operation({
  call: 'GET /organization/one',
  clients: 'getOrganization',
  summary: 'Returns one organization by its id or its code',
  may: onOrganization('READ'),
  takes: z.object({ organization_id: id().optional(), org_code: optionalText(3).optional() }),
  gives: z.object({ data: OrganizationData }),
  run: async (ctx, input) => ({ data: await readOrganization(ctx, await namedOrganization(ctx, input)) }),
})

export const fetchOrganizationProfile = operation({
  call: 'GET /user/organization/profile/fetch',
  summary: 'Returns everything staff keep of an organization, by its id or its code',
  may: onOrganization('READ'),
  takes: z.object({ organization_id: id().optional(), org_code: optionalText(3).optional() }),
  gives: z.object({ data: OrganizationProfile }),
  run: async (ctx, input) => ({ data: await readProfile(ctx, await namedOrganization(ctx, input)) }),
})

const Teacher = z.object({
  user_id: z.int(),
  organization_instructor_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
})

export const fetchOrganizationInstructors = operation({
  call: 'GET /organization/instructor/fetch',
  summary: 'Lists the instructors to whom an organization was given',
  may: onOrganization('READ'),
  takes: z.object({ organization_id: id() }),
  gives: z.object({ data: z.array(Teacher) }),
  run: async (ctx, { organization_id }) => ({ data: await listInstructorsOf(ctx, organization_id) }),
})

export const searchInstructors = operation({
  call: 'GET /organization/instructors/fetch',
  summary: 'Lists instructors who can be given an organization, by part of their name: `name=contains:ann`',
  may: staff('MANAGE_ORGANIZATION:READ'),
  takes: z.object({ name: optionalText(100) }),
  gives: z.object({
    data: z.array(
      z.object({
        user_id: z.int(),
        first_name: z.string(),
        middle_name: z.string(),
        last_name: z.string(),
        email: z.string(),
        label: z.string(),
        value: z.int(),
      }),
    ),
  }),
  async run(ctx, { name }) {
    const instructors = await findInstructors(ctx, searched(name))
    return {
      data: instructors.map((row) => ({
        ...row,
        label: `${row.first_name} ${row.last_name}`.trim() || row.email,
        value: row.user_id,
      })),
    }
  },
})

export const fetchOrganizationCounts = operation({
  call: 'GET /organization/fetchOrgCounts',
  summary: 'Counts the courses, websites and sub-organizations of an organization',
  may: onOrganization('READ'),
  takes: z.object({ organization_id: id(), course_name: optionalText(100) }),
  gives: z.object({
    error: z.literal(false),
    courseCount: z.int(),
    websiteCount: z.int(),
    subOrgCount: z.int(),
  }),
  async run(ctx, { organization_id, course_name }) {
    return { error: false as const, ...(await countParts(ctx, organization_id, searched(course_name))) }
  },
})

export const isCodeUnique = operation({
  call: 'GET /organization/codeIsUnique',
  summary: 'Returns whether a code is available for an organization: three letters or digits that no other one has',
  may: staff(['MANAGE_ORGANIZATION:CREATE', 'MANAGE_ORGANIZATION:UPDATE']),
  takes: z.object({ code: z.string().max(10), organization_id: id().optional() }),
  gives: z.object({ valid: z.boolean() }),
  async run(ctx, { code, organization_id }) {
    if (organization_id && !ctx.organization.scope.includes(organization_id)) throw errors.notFound()
    const input = organizationCode().safeParse(code)
    return { valid: input.success && (await isFreeCode(ctx, input.data, organization_id)) }
  },
})

type SubOrganization = {
  organization_id: number
  code: string
  org_name: string
  first_name: string
  last_name: string
  lk_organization_status_id: number
}

export const fetchSubOrganizations = operation({
  call: 'GET /organization/suborganizations/fetch',
  clients: 'listSubOrganizations',
  summary: 'Lists the sub-organizations right below an organization, by name, one page at a time',
  may: onOrganization('READ'),
  takes: z.object({
    organization_id: id(),
    search: optionalText(100),
    limit: count(1, 100).default(10),
    offset: count(0, 100_000).default(0),
  }),
  gives: z.object({
    organizations: z.array(
      z.object({
        organization_id: z.int(),
        code: z.string(),
        org_name: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        lk_organization_status_id: z.int(),
      }),
    ),
    count: z.int(),
  }),
  async run({ sql, organization }, { organization_id, search, limit, offset }) {
    const rows = sql`
      from identity.v_organization o
      where o.parent_organization_id = ${organization_id} and o.deleted_at is null
        and o.organization_id = any(${sql.array(organization.scope)})
        and (platform.search_form(o.name) like ${searchPattern(search)} or strpos(lower(o.code), lower(${search})) > 0)`
    const [organizations, [row]] = await Promise.all([
      sql<SubOrganization>`
        select o.organization_id, o.code, o.name as org_name, o.manager_first_name as first_name,
               o.manager_last_name as last_name, o.lk_organization_status_id
        ${rows} order by o.name, o.organization_id limit ${limit}::int offset ${offset}::int`,
      sql<{ n: number }>`select count(*)::int as n ${rows}`,
    ])
    return { organizations, count: row!.n }
  },
})
