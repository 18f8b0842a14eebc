import { likePattern, readNameFilter } from '#modules/catalogue/name-filter.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { operation } from '#platform/operation.ts'
import { count, id, secondSpelling, z } from '#platform/schema.ts'
import { WebsiteRow } from './website.schema.ts'
import { requireOrganization, websiteReader } from './website-permissions.ts'

const sorts = ['name', '-name', 'url', '-url', 'default_website_ind', '-default_website_ind'] as const
const orders: Record<(typeof sorts)[number], (sql: Sql) => Fragment> = {
  name: (sql) => sql`lower(w.name)`,
  '-name': (sql) => sql`lower(w.name) desc`,
  url: (sql) => sql`lower(w.url)`,
  '-url': (sql) => sql`lower(w.url) desc`,
  default_website_ind: (sql) => sql`w.default_website_ind`,
  '-default_website_ind': (sql) => sql`w.default_website_ind desc`,
}

export const fetchWebsites = operation({
  call: 'GET /website/fetchWebsites',
  clients: 'listWebsites',
  summary: 'The websites of an organization, or only those that sell a course',
  may: websiteReader,
  takes: z.object({
    organization_id: id(),
    course_id: id().optional(),
    /** `contains:text`, `start:text`, `exact:text`, or a text. */
    name: z.string().max(200).optional(),
    url: z.string().max(300).optional(),
    sort_by: z.enum(sorts).default('-default_website_ind'),
    limit: count(1, 100).default(10),
    after_id: id().optional(),
  }),
  gives: z.object({
    websites: z.array(WebsiteRow),
    count: z.int(),
    after_id: secondSpelling(z.int().nullable()),
    afterId: z.int().nullable(),
  }),
  async run(ctx, { organization_id, course_id, name, url, sort_by, limit, after_id }) {
    requireOrganization(ctx, organization_id)
    const { sql } = ctx
    const [nameFilter, urlFilter] = [readNameFilter(name), readNameFilter(url)]
    // An organization has few websites, so all are sorted.
    const rows = await sql<z.output<typeof WebsiteRow> & { count: number }>`
      with placed as (
        select w.website_id, w.organization_id, w.name, w.url, w.code, w.default_website_ind,
               count(*) over ()::int as count,
               row_number() over (order by ${orders[sort_by](sql)}, w.website_id) as place
        from catalogue.website w
        where w.organization_id = ${organization_id} and w.deleted_at is null
          ${nameFilter ? sql`and platform.search_form(w.name) like ${likePattern(nameFilter)}` : sql``}
          ${urlFilter ? sql`and platform.search_form(w.url) like ${likePattern(urlFilter)}` : sql``}
          ${course_id ? sellsCourse(sql, course_id) : sql``}
      )
      select * from placed
      where place > coalesce((select place from placed where website_id = ${after_id ?? null}::int), 0)
      order by place limit ${limit + 1}`
    const websites = rows.slice(0, limit)
    const next = rows.length > limit ? websites.at(-1)!.website_id : null
    return { websites, count: rows[0]?.count ?? 0, after_id: next, afterId: next }
  },
})

const sellsCourse = (sql: Sql, course_id: number) => sql`
  and exists (select from catalogue.course_website cw
              where cw.website_id = w.website_id and cw.course_id = ${course_id} and cw.deleted_at is null)`

export const fetchOrganizationWebsites = operation({
  call: 'GET /website/fetchOrganizationWebsites',
  clients: 'listWebsitesOfOrganization',
  summary: 'All websites of an organization, the default one first',
  may: websiteReader,
  takes: z.object({ organization_id: id() }),
  gives: z.object({ websites: z.array(WebsiteRow) }),
  async run(ctx, { organization_id }) {
    requireOrganization(ctx, organization_id)
    const websites = await ctx.sql<z.output<typeof WebsiteRow>>`
      select website_id, organization_id, name, url, code, default_website_ind
      from catalogue.website
      where organization_id = ${organization_id} and deleted_at is null
      order by default_website_ind desc, lower(name), website_id
      limit 1000`
    return { websites }
  },
})
