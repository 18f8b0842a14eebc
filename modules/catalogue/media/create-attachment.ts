import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { fileType } from '#modules/catalogue/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { releaseFiles, settleFile } from '#platform/files/file-claims.ts'
import { userOf } from '#platform/permissions.ts'
import { attachmentResponse } from './attachment.schema.ts'
import { type Attachment, attachmentColumns, captionsFileType, inLibrary } from './attachment.sql.ts'
import { mediaErrors } from './media-errors.ts'
import { fileTypeOf } from './media-kind.shared.ts'
import { selectOwnAttachment } from './media-permissions.ts'
import type { StoredMedium } from './store-medium.ts'

export type NewAttachment = {
  organization_id: number
  name: string
  force: boolean
  alt?: string | null | undefined
  language?: string | null | undefined
  related_attachment_id?: number | null | undefined
  /** The attachment whose content is replaced; it keeps its id and URL. */
  replaces?: number | null | undefined
}

/** Creates an attachment from a stored file, or replaces one's content. Inside a transaction. */
export async function createAttachment(
  ctx: Ctx,
  file: StoredMedium,
  newAttachment: NewAttachment,
): Promise<Attachment> {
  const lk_file_type_id = fileTypeOf(file.content_type)
  // Serializes uploads of the same file, so that each sees the other.
  await ctx.sql`select pg_advisory_xact_lock(hashtext('catalogue.attachment'), ${newAttachment.organization_id})`
  if (!newAttachment.force) await requireUnique(ctx, file, newAttachment)
  await settleFile(ctx, file)
  if (newAttachment.replaces) return replaceContent(ctx, file, newAttachment, newAttachment.replaces)
  await requireVideo(ctx, newAttachment, lk_file_type_id)
  return insertAttachment(ctx, file, newAttachment, lk_file_type_id)
}

async function requireUnique(ctx: Ctx, { sha256 }: StoredMedium, { organization_id }: NewAttachment): Promise<void> {
  const duplicates = await ctx.sql<Attachment>`
    select ${attachmentColumns(ctx.sql)} from catalogue.attachment a
    where a.organization_id = ${organization_id} and a.sha256 = ${sha256} and ${inLibrary(ctx.sql)}
    order by a.attachment_id desc limit 20`
  if (duplicates.length > 0) throw catalogueErrors.duplicate({}, { duplicates: duplicates.map(attachmentResponse) })
}

async function requireVideo(
  ctx: Ctx,
  { related_attachment_id, organization_id }: NewAttachment,
  lk_file_type_id: number,
) {
  const isCaptions = lk_file_type_id === captionsFileType
  if (!isCaptions && !related_attachment_id) return
  if (!isCaptions || !related_attachment_id) throw mediaErrors.videoNeeded()
  const video = await selectOwnAttachment(ctx, related_attachment_id)
  if (video.lk_file_type_id !== fileType.Video || video.organization_id !== organization_id)
    throw mediaErrors.videoNeeded()
}

async function insertAttachment(
  ctx: Ctx,
  file: StoredMedium,
  newAttachment: NewAttachment,
  lk_file_type_id: number,
): Promise<Attachment> {
  const { sql } = ctx
  const video_id = newAttachment.related_attachment_id ?? null
  const language = lk_file_type_id === captionsFileType ? (newAttachment.language ?? 'en') : null
  // A video has one caption file per language.
  if (video_id !== null) {
    const previous = await sql<{ file_key: string }>`
      update catalogue.attachment set deleted_at = platform.now()
      where related_attachment_id = ${video_id} and language = ${language} and deleted_at is null returning file_key`
    const keys = previous.map(({ file_key }) => file_key)
    await releaseFiles(ctx, keys, { afterUse: true })
  }
  const row = {
    organization_id: newAttachment.organization_id,
    lk_file_type_id,
    name: newAttachment.name,
    file_key: file.key,
    content_type: file.content_type,
    size_bytes: file.size,
    duration_ms: file.duration_ms,
    related_attachment_id: video_id,
    language,
    alt: newAttachment.alt || null,
    uploaded_by: userOf(ctx).user_id,
    visible_to: 'learners',
  }
  const [attachment] = await sql<Attachment>`
    with a as (insert into catalogue.attachment ${sql(row)} returning *) select ${attachmentColumns(sql)} from a`
  await ctx.audit({
    action: 'media.upload',
    subject: `attachment_id:${attachment!.attachment_id}`,
    after: { name: newAttachment.name, sha256: file.sha256, size_bytes: file.size },
  })
  return attachment!
}

async function replaceContent(ctx: Ctx, file: StoredMedium, { organization_id }: NewAttachment, attachment_id: number) {
  const { sql } = ctx
  const before = await selectOwnAttachment(ctx, attachment_id, { lock: true })
  // The bytes are file for the organization of the upload, and deleted with its files.
  if (before.organization_id !== organization_id) throw errors.notFound()
  if (before.lk_file_type_id !== fileTypeOf(file.content_type)) throw mediaErrors.otherKind()
  const change = {
    file_key: file.key,
    content_type: file.content_type,
    size_bytes: file.size,
    duration_ms: file.duration_ms,
    thumbnail_key: null,
    updated_at: ctx.now,
  }
  const [after] = await sql<Attachment>`
    update catalogue.attachment a set ${sql(change)} where a.attachment_id = ${attachment_id}
    returning ${attachmentColumns(sql)}`
  await releaseFiles(ctx, [before.file_key, before.thumbnail_key], { afterUse: true })
  await ctx.audit({
    action: 'media.replace',
    subject: `attachment_id:${attachment_id}`,
    before: { sha256: before.sha256, size_bytes: before.size_bytes, duration_ms: before.duration_ms },
    after: { sha256: file.sha256, size_bytes: file.size, duration_ms: file.duration_ms },
  })
  return after!
}
