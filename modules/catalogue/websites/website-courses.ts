import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { type CourseWebsiteRow, priceFields } from './course-website-row.sql.ts'
import { fromSellable, type Sellable } from './put-on-website.sql.ts'
import { selectWebsite, type Website } from './website.sql.ts'
import { websiteReader } from './website-permissions.ts'

const takes = z.object({ website_id: id(), organization_id: id().optional() })

/** The website in scope. Throws notFound if it does not belong to the given organization. */
async function websiteOf(ctx: Ctx, { website_id, organization_id }: z.output<typeof takes>): Promise<Website> {
  const website = await selectWebsite(ctx, website_id)
  if (organization_id && organization_id !== website.organization_id) throw errors.notFound()
  return website
}

const AssignedCourse = z.object({
  course_website_id: z.int(),
  course_id: z.int(),
  name: z.string(),
  course_price: z.number(),
  admin_fee: z.number(),
  min_course_price: z.number().nullable(),
  max_course_price: z.number().nullable(),
  /** Sent back with a change to avoid overwriting someone else's. */
  updated_at: z.iso.datetime(),
})

export const assignedCourses = operation({
  call: 'GET /course/assignedCoursesByWebsiteId',
  clients: 'listCoursesOfWebsite',
  summary: 'The courses on a website and their prices, by name',
  may: websiteReader,
  takes,
  gives: z.object({ courses: z.array(AssignedCourse) }),
  fails: [errors.notFound],
  async run(ctx, input) {
    const { website_id, organization_id } = await websiteOf(ctx, input)
    const rows = await ctx.sql<
      Omit<CourseWebsiteRow, 'organization_id' | 'website_id' | 'deleted_at'> & { name: string }
    >`
      select cw.course_website_id, cw.course_id, coalesce(v.name, c.slug) as name, cw.price_cents, cw.admin_fee_cents,
             cw.min_price_cents, cw.max_price_cents, cw.updated_at
      from catalogue.course_website cw
      join catalogue.course c on c.course_id = cw.course_id
      left join catalogue.course_version v on v.course_version_id = c.published_version_id
      where cw.website_id = ${website_id} and cw.organization_id = ${organization_id} and cw.deleted_at is null
      order by lower(coalesce(v.name, c.slug)), cw.course_website_id
      limit 1000`
    return { courses: rows.map((row) => ({ ...row, ...priceFields(row), updated_at: row.updated_at.toISOString() })) }
  },
})

export const unassignedCourses = operation({
  call: 'GET /course/unassignedCoursesByWebsiteId',
  summary: 'The courses that can be added to a website and are not on it yet, by name. `price` is the list price',
  may: websiteReader,
  takes,
  gives: z.object({ courses: z.array(z.object({ course_id: z.int(), name: z.string(), price: z.number() })) }),
  fails: [errors.notFound],
  async run(ctx, input) {
    const { website_id } = await websiteOf(ctx, input)
    const { sql } = ctx
    const unassigned = sql`
      and not exists (select from catalogue.course_website listing
                      where listing.course_id = c.course_id and listing.website_id = ${website_id}
                        and listing.deleted_at is null)`
    const rows = await sql<Sellable>`
      select c.course_id, v.name, v.list_price_cents ${fromSellable(ctx, unassigned)}
      order by lower(v.name), c.course_id limit 1000`
    return { courses: rows.map((row) => ({ ...row, price: toDollars(row.list_price_cents) })) }
  },
})
