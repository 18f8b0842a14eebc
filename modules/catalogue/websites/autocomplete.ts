import { likePattern, readNameFilter } from '#modules/catalogue/name-filter.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { fromSellable } from './put-on-website.sql.ts'
import { websiteReader } from './website-permissions.ts'

/** The number of suggestions shown while typing. */
const maxSuggestions = 20
const text = () => z.string().max(300).optional()

const WebsiteChoice = z.object({
  website_id: z.int(),
  url: z.string(),
  name: z.string(),
  course_website_id: z.int().nullable(),
  course_name: z.string().nullable(),
})

export const autocompleteWebsites = operation({
  call: 'GET /website/fetch/autocomplete',
  summary: 'Websites the caller can see, by part of their address or name, by id, or by a course on them',
  may: staff(),
  takes: z.object({ url: text(), website_id: id().optional(), course_website_id: id().optional() }),
  gives: z.object({ website: z.array(WebsiteChoice) }),
  async run({ sql, organization }, { url, website_id, course_website_id }) {
    const nameFilter = readNameFilter(url)
    const website = await sql<z.output<typeof WebsiteChoice>>`
      select w.website_id, w.url, w.name, cw.course_website_id, v.name as course_name
      from catalogue.website w
      left join catalogue.course_website cw
        on cw.website_id = w.website_id and cw.course_website_id = ${course_website_id ?? null}::int
      left join catalogue.course c on c.course_id = cw.course_id
      left join catalogue.course_version v on v.course_version_id = c.published_version_id
      where w.organization_id = any(${sql.array(organization.scope)}) and w.deleted_at is null
        ${website_id ? sql`and w.website_id = ${website_id}` : sql``}
        ${course_website_id ? sql`and cw.course_website_id is not null` : sql``}
        ${nameFilter ? sql`and (platform.search_form(w.url) like ${likePattern(nameFilter)} or platform.search_form(w.name) like ${likePattern(nameFilter)})` : sql``}
      order by lower(w.name), w.website_id limit ${maxSuggestions}`
    return { website }
  },
})

export const autocompleteCourses = operation({
  call: 'GET /course/fetch/autocomplete',
  summary: 'Published courses that an organization the caller can see owns or sells, by part of the name or by id',
  may: staff(),
  // Ignored: the invoice form also sends `invoice_id`, which names no course.
  takes: z.object({ name: text(), course_id: id().optional(), invoice_id: id().optional() }),
  gives: z.object({ course: z.array(z.object({ course_id: z.int(), name: z.string() })) }),
  async run(ctx, { name, course_id }) {
    const { sql } = ctx
    const nameFilter = readNameFilter(name)
    const byId = sql`c.course_id = ${course_id ?? null}::int`
    const byName = nameFilter && sql`platform.search_form(v.name) like ${likePattern(nameFilter)}`
    // A typed number is sent both as the id and as part of the name, so either may match.
    const onlyById = course_id ? sql`and ${byId}` : sql``
    const filter = byName ? sql`and (${byName} or ${byId})` : onlyById
    const course = await sql<{ course_id: number; name: string }>`
      select c.course_id, v.name ${fromSellable(ctx, filter)} order by lower(v.name), c.course_id limit ${maxSuggestions}`
    return { course }
  },
})

export const autocompleteOrgWebsites = operation({
  call: 'GET /website/fetchOrgWebsiteAutocomplete',
  summary: 'Websites the caller can see, by part of their name, address or code',
  may: websiteReader,
  takes: z.object({ contains: text() }),
  gives: z.object({ websites: z.array(z.object({ url: z.string(), name: z.string(), code: z.string() })) }),
  async run({ sql, organization }, { contains }) {
    const nameFilter = readNameFilter(contains)
    const pattern = nameFilter && likePattern(nameFilter)
    const websites = await sql<{ url: string; name: string; code: string }>`
      select url, name, code from catalogue.website
      where organization_id = any(${sql.array(organization.scope)}) and deleted_at is null
        ${pattern ? sql`and (platform.search_form(name) like ${pattern} or platform.search_form(url) like ${pattern} or platform.search_form(code) like ${pattern})` : sql``}
      order by lower(name), website_id limit ${maxSuggestions}`
    return { websites }
  },
})
