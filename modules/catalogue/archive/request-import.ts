import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { startUpload } from '#modules/catalogue/media/begin-upload.ts'
import { mediaErrors } from '#modules/catalogue/media/media-errors.ts'
import { extensionOf, maxBytes } from '#modules/catalogue/media/media-kind.shared.ts'
import { selectOwnUpload } from '#modules/catalogue/media/upload.sql.ts'
import { uploadStore } from '#modules/catalogue/media/upload-store.ts'
import { addTask } from '#modules/identity/index.ts'
import { errors } from '#platform/errors.ts'
import { settleFile, storeFile } from '#platform/files/file-claims.ts'
import { FileTooLarge, FileTypeRefused, fileErrors } from '#platform/files/file-errors.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { count, requiredText, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { archiveTexts as words } from './archive.texts.ts'
import { importRequested } from './facts.ts'
import { type Requester, requesterOf } from './requester.ts'

export type ImportInput = { file_key: string; organization_id: number; by: Requester }

const importer = ofVisited(staff('MANAGE_COURSES:CREATE'))

export const beginImport = operation({
  call: 'POST /course/archive/begin',
  added: true,
  summary: 'Begins the resumable upload of an exported course, or continues one of the same file within a day',
  may: importer,
  takes: z.object({
    file_name: requiredText(['Enter the file name.', 'Escriba el nombre del archivo.']),
    file_size: count(1, maxBytes.video + 1),
    file_modified: count(0, Number.MAX_SAFE_INTEGER).nullish(),
  }),
  gives: z.object({ upload_id: z.string(), url: z.string(), offset: z.int() }),
  fails: [fileErrors.tooLarge, fileErrors.typeRefused, mediaErrors.dayFull],
  transaction: { own: 'the place on the disk is made after the row' },
  run(ctx, input) {
    if (extensionOf(input.file_name) !== 'zip') throw new FileTypeRefused()
    if (input.file_size > maxBytes.video) throw new FileTooLarge(maxBytes.video)
    return startUpload(ctx, input)
  },
})

export const importCourse = operation({
  call: 'POST /course/archive/import',
  added: true,
  summary:
    'Makes a course of the visited organization of an uploaded file, in the background; its task has the progress',
  may: importer,
  rate: 'export',
  takes: z.object({ upload_id: z.uuid() }),
  gives: z.object({ error: z.literal(false), task_id: z.int() }),
  fails: [errors.notFound, mediaErrors.incomplete, fileErrors.typeRefused],
  transaction: { own: 'no transaction waits for a file to be stored' },
  async run(ctx, { upload_id }) {
    const upload = await selectOwnUpload(ctx, upload_id)
    const store = ctx.use(uploadStore)
    if (extensionOf(upload.file_name) !== 'zip') throw new FileTypeRefused()
    if ((await store.receivedBytes(upload_id)) !== upload.file_size) throw mediaErrors.incomplete()
    const path = store.path(upload_id)
    if (!(await isZip(path))) throw new FileTypeRefused()
    // The worker may run on another machine, so it reads the archive from its own folder in the file store.
    const storedFile = await storeFile(ctx, {
      stream: createReadStream(path),
      content_type: 'application/zip',
      folder: `import-${upload_id}`,
      limit_bytes: maxBytes.video,
    })
    const requester = requesterOf(ctx)
    const name = upload.file_name.slice(0, 120)
    const input: ImportInput = { file_key: storedFile.key, organization_id: upload.organization_id, by: requester }
    const { task_id } = await ctx.tx(async (inner) => {
      const task = await addTask(inner, {
        user_id: requester.user_id,
        kind: 'courses.import',
        title: { text: words.importTitle, params: { name } },
        input,
        dedupe_key: `courses.import:${upload_id}`,
      })
      await settleFile(inner, storedFile)
      if (task.added) {
        await inner.emit(importRequested, { task_id: task.task_id })
        await inner.audit({ action: 'course.importAsked', subject: `task_id:${task.task_id}`, after: { name } })
      }
      return task
    })
    await store.remove(upload_id)
    return {
      error: false as const,
      task_id,
      message: localize(ctx.locale, words.importStarted),
      redirect: pathTo('/manage/tasks'),
    }
  },
})

async function isZip(path: string): Promise<boolean> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.readUInt32LE() === 0x04_03_4b_50
  } finally {
    await handle.close()
  }
}
