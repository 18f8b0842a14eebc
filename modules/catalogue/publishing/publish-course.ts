import { holdAges } from '#modules/catalogue/authoring/bundle.sql.ts'
import { auditCourse } from '#modules/catalogue/drafts/audit-course.ts'
import { writer } from '#modules/catalogue/drafts/course-key.ts'
import { lockWorkingVersion, type WorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import { selectRequiredSeconds } from '#modules/catalogue/drafts/required-seconds.sql.ts'
import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { courseStatus, fileType } from '#modules/catalogue/lookups.shared.ts'
import { deleteRemovedParts } from '#modules/catalogue/outline/removed-parts.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { listProblems } from './report.ts'
import { versionTexts as words } from './versions.texts.ts'

const gives = z.object({ error: z.literal(false), data: z.object({ lk_course_status_id: z.int() }) })
const fails = [errors.notFound, catalogueErrors.courseNotReady, catalogueErrors.bundleAges]

export const changeCourseStatus = operation({
  call: 'PUT /course/status/update',
  summary: 'Publishes a course (2) with its unpublished changes, or unpublishes it (1)',
  may: writer,
  takes: z.object({ course_id: id(), lk_course_status_id: z.union([z.literal(1), z.literal(2)]) }),
  gives,
  fails,
  run: (ctx, { course_id, lk_course_status_id }) =>
    lk_course_status_id === courseStatus.Published ? publish(ctx, course_id) : unpublish(ctx, course_id),
})

export const publishCourse = operation({
  call: 'POST /course/publish',
  summary: 'Publishes a course: its draft becomes a version that never changes. Students stay on the version they have',
  may: writer,
  takes: z.object({ course_id: id() }),
  gives,
  fails,
  added: true,
  run: (ctx, { course_id }) => publish(ctx, course_id),
})

export const unpublishCourse = operation({
  call: 'POST /course/unpublish',
  summary: 'Unpublishes a course, so that it cannot be sold. Its students continue',
  may: writer,
  takes: z.object({ course_id: id() }),
  gives,
  fails,
  added: true,
  run: (ctx, { course_id }) => unpublish(ctx, course_id),
})

async function publish(ctx: Ctx, course_id: number) {
  const version = await lockWorkingVersion(ctx, { course_id })
  const isPublished = version.lk_course_status_id === courseStatus.Published && version.published_version_id !== null
  if (version.is_draft) await publishDraft(ctx, version)
  else if (!isPublished) await setStatus(ctx, course_id, courseStatus.Published)
  if (version.is_draft || !isPublished) {
    await auditCourse(ctx, 'course.publish', course_id, {
      before: { lk_course_status_id: version.lk_course_status_id, course_version_id: version.published_version_id },
      after: { lk_course_status_id: courseStatus.Published, course_version_id: version.course_version_id },
    })
  }
  const data = { lk_course_status_id: courseStatus.Published }
  return { error: false as const, data, message: localText(ctx.locale, words, 'published') }
}

async function unpublish(ctx: Ctx, course_id: number) {
  const version = await lockWorkingVersion(ctx, { course_id })
  if (version.lk_course_status_id !== courseStatus.Unpublished) {
    await setStatus(ctx, course_id, courseStatus.Unpublished)
    await auditCourse(ctx, 'course.unpublish', course_id, {
      before: { lk_course_status_id: version.lk_course_status_id },
      after: { lk_course_status_id: courseStatus.Unpublished },
    })
  }
  const data = { lk_course_status_id: courseStatus.Unpublished }
  return { error: false as const, data, message: localText(ctx.locale, words, 'unpublished') }
}

/**
 * Turns the draft itself into the version: from then on the database refuses changes, and the next edit copies it.
 */
async function publishDraft(ctx: Ctx, { course_id, course_version_id }: WorkingVersion): Promise<void> {
  const { sql } = ctx
  const problems = await listProblems(ctx, await lockWorkingVersion(ctx, { course_id }))
  const blocking = problems.filter(({ severity }) => severity === 'error')
  if (blocking.length > 0) {
    const issues = blocking.slice(0, 100).map(({ tab, message }) => ({ path: tab, message }))
    throw catalogueErrors.courseNotReady({}, { problems: blocking }, issues)
  }
  await sql`
    update catalogue.course_version
    set version_number = (select coalesce(max(version_number), 0) + 1 from catalogue.course_version
                          where course_id = ${course_id}),
        required_seconds = ${await selectRequiredSeconds(ctx, course_version_id)},
        published_at = platform.now(), published_by = ${userOf(ctx).user_id}
    where course_version_id = ${course_version_id}`
  await deleteRemovedParts(ctx, course_version_id)
  // Visitors may see the picture of a course for sale without being enrolled.
  await sql`
    update catalogue.attachment a set visible_to = 'everybody'
    from catalogue.course_version v
    where v.course_version_id = ${course_version_id} and a.organization_id = v.organization_id
      and a.lk_file_type_id = ${fileType.Image} and a.visible_to = 'learners'
      and a.attachment_id = substring(v.image from '^/media/([0-9]{1,9})/')::integer`
  await holdAges(
    () => sql`
    update catalogue.course
    set published_version_id = ${course_version_id}, lk_course_status_id = ${courseStatus.Published},
        updated_at = platform.now()
    where course_id = ${course_id}`,
  )
}

const setStatus = ({ sql }: Ctx, course_id: number, lk_course_status_id: number) => sql`
  update catalogue.course set lk_course_status_id = ${lk_course_status_id}, updated_at = platform.now()
  where course_id = ${course_id}`
