import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { catalogueErrors } from '#modules/catalogue/errors.ts'
import {
  type Attachment,
  attachmentColumns,
  attachmentUrl,
  inLibrary,
} from '#modules/catalogue/media/attachment.sql.ts'
import { captionsFaults } from '#modules/catalogue/media/captions-errors.ts'
import { mediaErrors } from '#modules/catalogue/media/media-errors.ts'
import { extensionOf, fileTypeOf } from '#modules/catalogue/media/media-kind.shared.ts'
import { type StoredMedium, storeMedium, storePicture } from '#modules/catalogue/media/store-medium.ts'
import { advanceTask, failTask, findOpenTask, finishTask } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { FileTooLarge, FileTypeRefused, fileErrors } from '#platform/files/file-errors.ts'
import { inTemporaryFolder } from '#platform/files/temporary.ts'
import { userOf } from '#platform/permissions.ts'
import { filesPort } from '#platform/ports.ts'
import { readInWorker } from '#platform/readers/read-in-worker.ts'
import { readerErrors } from '#platform/readers/reader-errors.ts'
import { archiveTexts as words } from './archive.texts.ts'
import { ArchiveRefused } from './archive-refused.ts'
import { checkCourse } from './check-course.ts'
import { courseArchiveReader } from './course-archive.reader.ts'
import { placeCourse } from './place-course.ts'
import type { ReadArchive } from './read-archive.ts'
import type { ImportInput } from './request-import.ts'
import { asRequester } from './requester.ts'

type Medium = ReadArchive['media'][number]
/** An existing file of the library, or one stored for this course. */
type PlacedMedium = { attachment: Attachment } | { stored: StoredMedium }

/**
 * Creates the course of an import task. Everything is checked before the first file is stored, and the course is
 * created completely or not at all. Safe to repeat: the same archive stores the same files, and the task ends in the
 * transaction that creates the course. Stored files of a failed import are removed.
 */
export async function runImport(ctx: Ctx, task_id: number, { last }: { last: boolean }): Promise<void> {
  const task = await findOpenTask<ImportInput>(ctx, task_id)
  if (!task) return
  const fileKeys: string[] = []
  try {
    await inTemporaryFolder((folder) => importArchive(ctx, task_id, { input: task.input, folder, stored: fileKeys }))
  } catch (error) {
    const refusal = refusalOf(error) ?? (last ? new ArchiveRefused('importFailed') : null)
    if (!refusal) throw error
    // Another worker may have created the course from the same files in the meantime.
    const failed = await ctx.tx(async (inner) => {
      if (!(await findOpenTask(inner, task_id))) return false
      await failTask(inner, task_id, refusal.why)
      return true
    })
    if (failed) for (const key of fileKeys) await ctx.use(filesPort).remove(key)
    if (!refusalOf(error)) throw error
  }
}

type Import = { input: ImportInput; folder: string; stored: string[] }

async function importArchive(ctx: Ctx, task_id: number, { input, folder, stored }: Import): Promise<void> {
  const requesterIn = (scopedCtx: Ctx) =>
    asRequester(scopedCtx, input.by, input.organization_id, 'MANAGE_COURSES:CREATE')
  const requester = await requesterIn(ctx)
  const archive = join(folder, 'archive.zip')
  const { stream } = await ctx.use(filesPort).open(input.file_key)
  // The stream types of the browser and of Node differ, but the objects are the same at run time.
  await pipeline(Readable.fromWeb(stream as never), createWriteStream(archive, { flags: 'wx', mode: 0o600 }))
  const { file, media } = await readInThread(requester, archive, join(folder, 'media'))
  const components = checkCourse(file)
  const placedMedia = new Map<string, PlacedMedium>()
  for (const [index, medium] of media.entries()) {
    const video = medium.captions_of === null ? undefined : placedMedia.get(medium.captions_of)
    const placedMedium = await placeMedium(requester, medium, video, `course-${task_id}`)
    if ('stored' in placedMedium) stored.push(placedMedium.stored.key)
    placedMedia.set(medium.path, placedMedium)
    if (!(await advanceTask(ctx, task_id, index + 1, media.length))) throw new Error('The task has already ended')
  }
  const { name } = file.course
  const count = media.length
  await ctx.tx(async (inner) => {
    // Workers with the same task wait for each other here; the second finds that the task has ended.
    if (!(await advanceTask(inner, task_id, count))) throw new Error('The task has already ended')
    // Large files take minutes, so the permissions at the end count.
    const requesterNow = await requesterIn(inner)
    const addresses = await createAttachments(requesterNow, media, placedMedia)
    const { template_missing } = await placeCourse(requesterNow, { file, components, addresses })
    const textKey = template_missing ? 'importedNoTemplate' : 'imported'
    await finishTask(inner, task_id, { summary: { text: words[textKey], params: { name, count } } })
  })
}

/** Reads the archive in a separate thread. Throws ArchiveRefused, including when the thread died. */
async function readInThread(ctx: Ctx, path: string, folder: string): Promise<ReadArchive> {
  try {
    const archiveReading = await readInWorker(ctx, courseArchiveReader, { path, folder })
    if (archiveReading.refused === undefined) return archiveReading.archive
    throw new ArchiveRefused(archiveReading.refused, archiveReading.params)
  } catch (error) {
    const hasCrashed = error instanceof Refusal && error.kind.code === readerErrors.unreadable.code
    throw hasCrashed ? new ArchiveRefused('unreadable') : error
  }
}

/** Fails an import whose process died, because a second attempt could crash the next process, too. */
export const endImport = (ctx: Ctx, task_id: number): Promise<boolean> =>
  ctx.tx((inner) => failTask(inner, task_id, { text: words.importDied }))

/** Stores a file, unless the library already has it. Its type is detected from its content. */
async function placeMedium(
  ctx: Ctx,
  medium: Medium,
  video: PlacedMedium | undefined,
  folder: string,
): Promise<PlacedMedium> {
  const { path, name, sha256, language, unpacked } = medium
  const { organization_id } = ctx.organization
  // An existing video keeps its captions.
  const videoId = video && 'attachment' in video ? video.attachment.attachment_id : null
  const attachment = video ? videoId && (await findCaptions(ctx, videoId, language)) : await findSame(ctx, sha256)
  if (attachment) return { attachment }
  try {
    const storedMedium =
      extensionOf(path) === 'webp'
        ? await storePicture(ctx, await readFile(unpacked), folder)
        : await storeMedium(ctx, { path: unpacked, name: path, organization_id, folder })
    return { stored: storedMedium }
  } catch (error) {
    if (isFileError(error)) throw new ArchiveRefused('badMedium', { name })
    throw error
  }
}

const isFileError = (error: unknown): boolean =>
  error instanceof FileTypeRefused ||
  error instanceof FileTooLarge ||
  (error instanceof Refusal &&
    [mediaErrors.pictureRefused, ...captionsFaults, readerErrors.unreadable, fileErrors.typeRefused].some(
      ({ code }) => code === error.kind.code,
    ))

async function findSame({ sql, organization }: Ctx, sha256: string): Promise<Attachment | null> {
  const [row] = await sql<Attachment>`
    select ${attachmentColumns(sql)} from catalogue.attachment a
    where a.organization_id = ${organization.organization_id} and a.sha256 = ${sha256} and ${inLibrary(sql)}
      and a.related_attachment_id is null
    order by a.attachment_id limit 1`
  return row ?? null
}

async function findCaptions({ sql }: Ctx, video_id: number, language: string | null): Promise<Attachment | null> {
  const [row] = await sql<Attachment>`
    select ${attachmentColumns(sql)} from catalogue.attachment a
    where a.related_attachment_id = ${video_id} and a.language = ${language} and a.deleted_at is null`
  return row ?? null
}

/**
 * Creates attachments of the stored files, captions after their video; returns the address of each file of the archive.
 */
async function createAttachments(ctx: Ctx, media: readonly Medium[], placedMedia: ReadonlyMap<string, PlacedMedium>) {
  const { sql, organization } = ctx
  await lockExisting(ctx, placedMedia)
  const attachments = new Map<string, Attachment>()
  for (const { path, name, alt, language, captions_of } of media) {
    const medium = placedMedia.get(path)!
    if ('attachment' in medium) {
      attachments.set(path, medium.attachment)
      continue
    }
    const { stored } = medium
    const row = {
      organization_id: organization.organization_id,
      lk_file_type_id: fileTypeOf(stored.content_type),
      name,
      file_key: stored.key,
      content_type: stored.content_type,
      size_bytes: stored.size,
      duration_ms: stored.duration_ms,
      related_attachment_id: captions_of === null ? null : attachments.get(captions_of)!.attachment_id,
      language,
      alt,
      uploaded_by: userOf(ctx).user_id,
      visible_to: 'learners',
    }
    const [createdAttachment] = await sql<Attachment>`
      with a as (insert into catalogue.attachment ${sql(row)} returning *) select ${attachmentColumns(sql)} from a`
    attachments.set(path, createdAttachment!)
  }
  return new Map([...attachments].map(([path, attachment]) => [path, attachmentUrl(attachment)]))
}

/** Locks existing files of the library until the course shows them; a retry stores deleted files again. */
async function lockExisting({ sql }: Ctx, placedMedia: ReadonlyMap<string, PlacedMedium>): Promise<void> {
  const attachmentIds = [...placedMedia.values()].flatMap((medium) =>
    'attachment' in medium ? [medium.attachment.attachment_id] : [],
  )
  const ids = [...new Set(attachmentIds)]
  const existing = await sql`
    select attachment_id from catalogue.attachment
    where attachment_id = any(${sql.array(ids)}::int[]) and deleted_at is null order by 1 for share`
  if (existing.length < ids.length) throw new Error('A media file was deleted during the import')
}

/** The message of a permanent error; null for a temporary one. */
function refusalOf(error: unknown): ArchiveRefused | null {
  if (error instanceof ArchiveRefused) return error
  const full = error instanceof Refusal && error.kind.code === catalogueErrors.tooManyCourses.code
  return full ? new ArchiveRefused('tooManyCourses') : null
}
