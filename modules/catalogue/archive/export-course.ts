import { lockWorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import { slugOf } from '#modules/catalogue/drafts/new-course.sql.ts'
import { maxBytes } from '#modules/catalogue/media/media-kind.shared.ts'
import { advanceTask, failTask, findOpenTask, finishTask, storeTaskFile } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { FileTooLarge } from '#platform/files/file-errors.ts'
import { filesPort } from '#platform/ports.ts'
import { z } from '#platform/schema.ts'
import { archiveTexts as words } from './archive.texts.ts'
import { ArchiveRefused } from './archive-refused.ts'
import { gatherCourse, MissingMedium } from './gather-course.ts'
import type { ExportInput } from './request-export.ts'
import { asRequester } from './requester.ts'
import { writeArchive } from './write-archive.ts'

/**
 * Creates the file that a task requests, piece by piece from the file store and back into it. Safe to repeat: a
 * finished task stays unchanged.
 */
export async function runExport(ctx: Ctx, task_id: number): Promise<void> {
  const task = await findOpenTask<ExportInput>(ctx, task_id)
  if (!task) return
  try {
    await exportArchive(ctx, task_id, task.input)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    await ctx.tx((inner) => failTask(inner, task_id, refusal.why))
  }
}

async function exportArchive(
  ctx: Ctx,
  task_id: number,
  { course_id, organization_id, by }: ExportInput,
): Promise<void> {
  const requester = await asRequester(ctx, by, organization_id, 'MANAGE_COURSES:UPDATE')
  // Locks out other authors for a moment, so that a consistent state of the draft is read.
  const archived = await requester.tx(async (inner) =>
    gatherCourse(inner, await lockWorkingVersion(inner, { course_id })),
  )
  const count = archived.media.length
  const onMedium = async (finishedCount: number) => {
    if (!(await advanceTask(ctx, task_id, finishedCount, count))) throw new Error('The task has already ended')
  }
  const { key, size } = await storeTaskFile(ctx, task_id, {
    stream: writeArchive(archived, ctx.use(filesPort), onMedium),
    content_type: 'application/zip',
    limit_bytes: maxBytes.video,
  })
  const file = { key, size, name: `course-${slugOf(archived.file.course.name)}.zip`, type: 'application/zip' }
  const summary = { text: words.exported, params: { count } }
  await ctx.tx((inner) => finishTask(inner, task_id, { summary, file }))
}

/** The message of a permanent error; null for a temporary one. */
function refusalOf(error: unknown): ArchiveRefused | null {
  if (error instanceof ArchiveRefused) return error
  if (error instanceof MissingMedium) return new ArchiveRefused('exportMediumGone')
  if (error instanceof FileTooLarge) return new ArchiveRefused('exportTooLarge')
  if (error instanceof z.ZodError)
    return new ArchiveRefused('exportUnfit', { path: error.issues[0]?.path.join('.') ?? '' })
  return error instanceof Refusal && error.kind.status === 404 ? new ArchiveRefused('exportGone') : null
}
