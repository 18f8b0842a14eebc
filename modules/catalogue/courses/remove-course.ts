import { auditCourse } from '#modules/catalogue/drafts/audit-course.ts'
import { lockWorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { courseStatus } from '#modules/catalogue/lookups.shared.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { courseTexts as words } from './courses.texts.ts'

export const removeCourse = operation({
  call: 'DELETE /course',
  summary:
    'Removes a course that is not published and not sold. Its students and their certificates keep their version',
  may: staff('MANAGE_COURSES:DELETE'),
  takes: z.object({ course: z.union([id(), z.looseObject({ course_id: id() })]) }),
  gives: z.object({ error: z.literal(false) }),
  fails: [errors.notFound, catalogueErrors.courseIsPublished, catalogueErrors.courseIsSold],
  async run(ctx, { course }) {
    const { sql } = ctx
    const course_id = typeof course === 'number' ? course : course.course_id
    const version = await lockWorkingVersion(ctx, { course_id: course_id as number })
    if (version.lk_course_status_id === courseStatus.Published && version.published_version_id !== null)
      throw catalogueErrors.courseIsPublished()
    const [sold] = await sql`
      select from catalogue.course_website where course_id = ${version.course_id} and deleted_at is null limit 1`
    if (sold) throw catalogueErrors.courseIsSold()
    await sql`update catalogue.course set deleted_at = platform.now() where course_id = ${version.course_id}`
    await auditCourse(ctx, 'course.remove', version.course_id)
    return { error: false as const, message: localText(ctx.locale, words, 'removed') }
  },
})
