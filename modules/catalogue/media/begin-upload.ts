import type { Ctx } from '#platform/ctx.ts'
import { FileTooLarge, FileTypeRefused, fileErrors } from '#platform/files/file-errors.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { count, id, requiredText, z } from '#platform/schema.ts'
import { mediaErrors } from './media-errors.ts'
import { captionsExtensions, extensionOf, maxBytes, maxBytesOf, mediaExtensions } from './media-kind.shared.ts'
import { libraryAuthor } from './media-permissions.ts'
import { lockUploadsOf, requireDailyAllowance } from './upload.sql.ts'
import { uploadStore } from './upload-store.ts'

const takes = z.object({
  organization_id: id().nullish(),
  file_name: requiredText(['Enter the file name.', 'Escriba el nombre del archivo.']),
  file_size: count(1, maxBytes.video + 1),
  /** The file's modification time in ms, which identifies it when resuming an upload. */
  file_modified: count(0, Number.MAX_SAFE_INTEGER).nullish(),
})
const gives = z.object({
  upload_id: z.string(),
  /** The address for the bytes, by the tus protocol (HEAD and PATCH). */
  url: z.string(),
  /** Bytes received so far. */
  offset: z.int(),
})
const fails = [fileErrors.tooLarge, fileErrors.typeRefused, mediaErrors.dayFull]
const transaction = { own: 'the place on the disk is made after the row' } as const

type Input = z.output<typeof takes>

export const beginUpload = operation({
  call: 'POST /attachment/begin-upload',
  summary: 'Begins a resumable upload into the media library, or continues one of the same file within a day',
  added: true,
  may: libraryAuthor(),
  takes,
  gives,
  fails,
  transaction,
  run(ctx, input) {
    requireUploadable(input)
    return startUpload(ctx, input)
  },
})

export const uploadVideo = operation({
  call: 'POST /course/video/upload',
  summary: 'Begins a resumable upload of a video, or continues one of the same file within a day',
  may: libraryAuthor(),
  takes,
  gives,
  fails,
  transaction,
  run(ctx, input) {
    if (extensionOf(input.file_name) !== 'mp4') throw new FileTypeRefused()
    requireUploadable(input)
    return startUpload(ctx, input)
  },
})

/** Prepares an upload, or finds the existing one of the same file. Callers must check the permission. */
export async function startUpload(ctx: Ctx, input: Input): Promise<z.input<typeof gives>> {
  const store = ctx.use(uploadStore)
  const upload_id = await ctx.tx(async (inner) => {
    await lockUploadsOf(inner, userOf(inner).user_id)
    return (await findUnfinishedUpload(inner, input)) ?? insertUpload(inner, input)
  })
  await store.prepare(upload_id, input.file_size)
  return { upload_id, url: `/uploads/${upload_id}`, offset: (await store.receivedBytes(upload_id)) ?? 0 }
}

function requireUploadable({ file_name, file_size }: Input): void {
  const extension = extensionOf(file_name)
  if (!(extension in mediaExtensions) && !captionsExtensions.includes(extension)) throw new FileTypeRefused()
  const limit = maxBytesOf(file_name)
  if (file_size > limit) throw new FileTooLarge(limit)
}

const ownerOf = (ctx: Ctx, { organization_id }: Input) => organization_id ?? ctx.organization.organization_id

async function findUnfinishedUpload(ctx: Ctx, input: Input): Promise<string | null> {
  if (input.file_modified === null || input.file_modified === undefined) return null
  const [row] = await ctx.sql<{ upload_id: string }>`
    select upload_id from catalogue.media_upload
    where user_id = ${userOf(ctx).user_id} and organization_id = ${ownerOf(ctx, input)}
      and file_name = ${input.file_name} and file_size = ${input.file_size}
      and file_modified = ${input.file_modified} and attachment_id is null
      and created_at > platform.now() - interval '1 day'
    order by created_at desc limit 1`
  return row?.upload_id ?? null
}

async function insertUpload(ctx: Ctx, input: Input): Promise<string> {
  const { user_id } = userOf(ctx)
  await requireDailyAllowance(ctx, user_id, input.file_size)
  const { file_name, file_size, file_modified } = input
  const row = { organization_id: ownerOf(ctx, input), user_id, file_name, file_size, file_modified: file_modified ?? 0 }
  const [uploadRow] = await ctx.sql<{ upload_id: string }>`
    insert into catalogue.media_upload ${ctx.sql(row)} returning upload_id`
  const { upload_id } = uploadRow!
  await ctx.audit({ action: 'media.begin', subject: `upload_id:${upload_id}`, after: { file_name, file_size } })
  return upload_id
}
