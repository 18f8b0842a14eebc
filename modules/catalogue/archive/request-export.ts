import { auditCourse } from '#modules/catalogue/drafts/audit-course.ts'
import { writer } from '#modules/catalogue/drafts/course-key.ts'
import { selectWorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import { addTask } from '#modules/identity/index.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { archiveTexts as words } from './archive.texts.ts'
import { exportRequested } from './facts.ts'
import { type Requester, requesterOf } from './requester.ts'

export type ExportInput = { course_id: number; organization_id: number; by: Requester }

export const exportCourse = operation({
  call: 'POST /course/archive/export',
  added: true,
  summary: 'Prepares a course with its media as one file in the background; its task has the progress and the file',
  may: writer,
  rate: 'export',
  takes: z.object({ course_id: id() }),
  gives: z.object({ error: z.literal(false), task_id: z.int() }),
  fails: [errors.notFound],
  async run(ctx, { course_id }) {
    const work = await selectWorkingVersion(ctx, { course_id })
    const [version] = await ctx.sql<{ name: string }>`
      select name from catalogue.course_version where course_version_id = ${work.course_version_id}`
    const requester = requesterOf(ctx)
    const name = version!.name.slice(0, 120)
    const input: ExportInput = { course_id, organization_id: work.organization_id, by: requester }
    const { task_id, added } = await addTask(ctx, {
      user_id: requester.user_id,
      kind: 'courses.export',
      title: { text: words.exportTitle, params: { name } },
      input,
      dedupe_key: `courses.export:${course_id}`,
      needs: ['MANAGE_COURSES:UPDATE'],
    })
    if (added) {
      await ctx.emit(exportRequested, { task_id })
      await auditCourse(ctx, 'course.exportAsked', course_id, { after: { task_id } })
    }
    return { error: false as const, task_id, message: localize(ctx.locale, words.exportStarted) }
  },
})
