import { errors } from '../../../platform/errors.ts'
import { toDollars } from '../../../platform/money.ts'
import { operation } from '../../../platform/operation.ts'
import { staff } from '../../../platform/permissions.ts'
import { count, id, z } from '../../../platform/schema.ts'

const Row = z.object({
  course_website_id: id(),
  website_id: id(),
  course_id: id(),
  name: z.string(),
  url: z.string(),
  course_price: z.number(),
  admin_fee: z.number(),
  min_course_price: z.number().nullable(),
  max_course_price: z.number().nullable(),
})
type PriceRow = Record<'course_website_id' | 'website_id' | 'course_id' | 'price_cents' | 'admin_fee_cents', number> &
  Record<'min_price_cents' | 'max_price_cents', number | null> &
  Record<'name' | 'url', string> & { count: number }

export const fetchCourseWebsites = operation({
  call: 'GET /website/fetchCourseWebsites',
  summary: 'The websites of an organization that sell a course, with their prices',
  may: staff('MANAGE_ORGANIZATION:READ'),
  takes: z.object({
    organization_id: id(),
    course_id: id().optional(),
    limit: count(1, 100).default(10),
    after_id: id().optional(),
  }),
  gives: z.object({
    websites: z.array(Row),
    count: z.int(),
    after_id: z.int().nullable(),
    afterId: z.int().nullable(),
  }),
  async run({ sql, organization }, { organization_id, course_id, limit, after_id }) {
    if (!organization.scope.includes(organization_id)) throw errors.notFound()
    const rows = await sql<PriceRow>`
      select * from (
        select cw.course_website_id, cw.website_id, cw.course_id, w.name, w.url, cw.price_cents, cw.admin_fee_cents,
               cw.min_price_cents, cw.max_price_cents, count(*) over ()::int as count
        from catalogue.course_website cw
        join catalogue.website w using (website_id)
        where cw.organization_id = ${organization_id}
          ${course_id ? sql`and cw.course_id = ${course_id}` : sql``}
      ) found
      where course_website_id > ${after_id ?? 0}
      order by course_website_id
      limit ${limit + 1}`
    const websites = rows.slice(0, limit).map(answered)
    const next = rows.length > limit ? websites.at(-1)!.course_website_id : null
    return { websites, count: rows[0]?.count ?? 0, after_id: next, afterId: next }
  },
})

const dollarsOrNull = (cents: number | null) => (cents === null ? null : toDollars(cents))

const answered = ({ price_cents, admin_fee_cents, min_price_cents, max_price_cents, ...row }: PriceRow) => ({
  ...row,
  course_price: toDollars(price_cents),
  admin_fee: toDollars(admin_fee_cents),
  min_course_price: dollarsOrNull(min_price_cents),
  max_course_price: dollarsOrNull(max_price_cents),
})
