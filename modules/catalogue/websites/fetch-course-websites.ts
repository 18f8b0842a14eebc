import { operation } from '../../../platform/operation.ts'
import { count, id, z } from '../../../platform/schema.ts'
import { answerPrices, CourseWebsiteAnswer, type CourseWebsiteRow } from './course-website-row.sql.ts'
import { requireOrganization, websiteReader } from './reach.ts'
import { encodedReferral } from './referral-link.ts'

type Row = CourseWebsiteRow & Record<'name' | 'course_name' | 'url' | 'code', string> & { count: number }

export const fetchCourseWebsites = operation({
  call: 'GET /website/fetchCourseWebsites',
  summary: 'The websites of an organization that sell a course (or any), with their prices and referral links',
  may: websiteReader,
  takes: z.object({
    organization_id: id(),
    course_id: id().optional(),
    website_id: id().optional(),
    limit: count(1, 100).default(10),
    after_id: id().optional(),
  }),
  gives: z.object({
    websites: z.array(CourseWebsiteAnswer),
    count: z.int(),
    after_id: z.int().nullable(),
    afterId: z.int().nullable(),
  }),
  async run(ctx, { organization_id, course_id, website_id, limit, after_id }) {
    requireOrganization(ctx, organization_id)
    const { sql } = ctx
    const rows = await sql<Row>`
      select * from (
        select cw.course_website_id, cw.organization_id, cw.website_id, cw.course_id, w.name, w.url, o.code,
               coalesce(v.name, c.slug) as course_name, cw.price_cents, cw.admin_fee_cents, cw.min_price_cents,
               cw.max_price_cents, count(*) over ()::int as count
        from catalogue.course_website cw
        join catalogue.website w on w.website_id = cw.website_id and w.deleted_at is null
        join identity.v_organization o on o.organization_id = cw.organization_id
        join catalogue.course c on c.course_id = cw.course_id
        left join catalogue.course_version v on v.course_version_id = c.published_version_id
        where cw.organization_id = ${organization_id} and cw.deleted_at is null
          ${course_id ? sql`and cw.course_id = ${course_id}` : sql``}
          ${website_id ? sql`and cw.website_id = ${website_id}` : sql``}
      ) found
      where course_website_id > ${after_id ?? 0}
      order by course_website_id
      limit ${limit + 1}`
    const websites = rows.slice(0, limit).map(({ code, ...row }) => ({
      ...row,
      ...answerPrices(row),
      ...encodedReferral(ctx, code, row.course_website_id),
    }))
    const next = rows.length > limit ? websites.at(-1)!.course_website_id : null
    return { websites, count: rows[0]?.count ?? 0, after_id: next, afterId: next }
  },
})
