import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'

const Website = z.object({
  website_id: id(),
  name: z.string(),
  url: z.string(),
  code: z.string(),
  phone: z.string(),
  default_website_ind: z.boolean(),
})

/** An "awc" is a course on an (affiliate) website: awc_id is a course_website_id. */
export const getWebsiteByAwcId = operation({
  call: 'GET /course/getWebsiteByAwcId',
  summary: 'The website that sells a course-website (awc_id = course_website_id)',
  may: anyone,
  takes: z.object({ awc_id: id() }),
  gives: z.object({ website: Website, course_website_id: id(), course_id: id() }),
  async run({ sql, organization }, { awc_id }) {
    const [row] = await sql<z.output<typeof Website> & { course_website_id: number; course_id: number }>`
      select w.website_id, w.name, w.url, w.code, w.phone, w.default_website_ind, v.course_website_id, v.course_id
      from catalogue.v_course_website v
      join catalogue.website w using (website_id)
      where v.course_website_id = ${awc_id} and v.organization_id = ${organization.organization_id}`
    if (!row) throw errors.notFound()
    const { course_website_id, course_id } = row
    return { website: row, course_website_id, course_id }
  },
})
