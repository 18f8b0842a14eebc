import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { lockCourseWebsite } from './course-website-row.sql.ts'
import { removeFromWebsites } from './put-on-website.sql.ts'
import { websiteTexts as words } from './websites.texts.ts'

export const removeCourseWebsite = operation({
  call: 'DELETE /course/courseWebsite/',
  added: true,
  summary: 'Removes a course from a website. It leaves open carts, and its sales stay',
  may: staff('MANAGE_WEBSITES:DELETE'),
  takes: z.object({ course_website_id: id() }),
  gives: z.object({ error: z.literal(false) }),
  fails: [errors.notFound],
  async run(ctx, { course_website_id }) {
    const { organization_id } = await lockCourseWebsite(ctx, course_website_id)
    await removeFromWebsites(ctx, organization_id, ctx.sql`cw.course_website_id = ${course_website_id}`)
    return { error: false as const, message: localText(ctx.locale, words, 'courseRemoved') }
  },
})
