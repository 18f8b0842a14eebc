import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DocumentResponse, ownerFields, ownerType } from '#modules/catalogue/documents/document.schema.ts'
import { type Owner, ofOwner } from '#modules/catalogue/documents/document-permissions.ts'
import { uploadDocument } from '#modules/catalogue/documents/upload-document.ts'
import { catalogueErrors } from '#modules/catalogue/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { FileTooLarge, FileTypeRefused, fileErrors } from '#platform/files/file-errors.ts'
import { inTemporaryFolder } from '#platform/files/temporary.ts'
import { operation } from '#platform/operation.ts'
import { type Policy, requireGate, scoped, signedIn, userOf } from '#platform/permissions.ts'
import { readerErrors } from '#platform/readers/reader-errors.ts'
import { count, type FileBody, fileBody, flag, id, requiredText, z } from '#platform/schema.ts'
import { AttachmentResponse, attachmentResponse } from './attachment.schema.ts'
import { captionsFaults } from './captions-errors.ts'
import { createAttachment } from './create-attachment.ts'
import { mediaErrors } from './media-errors.ts'
import { captionsExtensions, extensionOf, maxBytes, mediaExtensions, storedName } from './media-kind.shared.ts'
import { libraryAuthor } from './media-permissions.ts'
import { storeMedium } from './store-medium.ts'
import { lockUploadsOf, requireDailyAllowance } from './upload.sql.ts'

type AttachmentOwner = Owner & { organization_id?: number | null }

const isDocument = ({ lk_entity_type_id, user_id, entity_id }: Owner) =>
  lk_entity_type_id === ownerType.organization || (user_id ?? entity_id ?? null) !== null

const ofLibraryOrOwner: Policy<AttachmentOwner> = scoped(
  signedIn,
  'of a person or organization whose documents they may change; staff with MANAGE_COURSES:CREATE or :UPDATE for the media library',
  async (ctx, input) => {
    const policy: Policy<AttachmentOwner> = isDocument(input) ? ofOwner('UPDATE') : libraryAuthor()
    requireGate(policy, ctx.actor)
    await policy.scope?.(ctx, input)
  },
)

export const uploadAttachment = operation({
  call: 'POST /attachment/upload',
  summary:
    'Uploads a file of up to 25 MB into the media library, with the file as the body, or a document of the person or organization that is named. `force` accepts a duplicate. Larger files come by begin-upload',
  may: ofLibraryOrOwner,
  takes: z.object({
    organization_id: id().nullish(),
    file_name: requiredText(['Enter the file name.', 'Escriba el nombre del archivo.']),
    /** The document belongs to this person or organization. Without an id the file goes to the library. */
    ...ownerFields,
    /** Accepted but ignored: size and type are read from the content, and files are kept until deleted. */
    file_size: count(0, Number.MAX_SAFE_INTEGER).nullish(),
    lk_file_type_id: id().nullish(),
    student_course_id: id().nullish(),
    expire30: flag().nullish(),
    /** The captions' video. */
    related_attachment_id: id().nullish(),
    force: flag().nullish(),
    attachment: fileBody(),
  }),
  gives: z.object({
    attachment: z.union([AttachmentResponse, DocumentResponse]),
    /** Present in a refusal with the code DUP; empty if the file was accepted. */
    duplicates: z.array(z.unknown()),
  }),
  file: 'attachment',
  fails: [
    catalogueErrors.duplicate,
    catalogueErrors.tooManyDocuments,
    mediaErrors.dayFull,
    mediaErrors.pictureRefused,
    ...captionsFaults,
    readerErrors.unreadable,
    mediaErrors.videoNeeded,
    fileErrors.typeRefused,
    fileErrors.tooLarge,
    errors.busy,
  ],
  transaction: { own: 'no transaction waits for an upload' },
  async run(ctx, { file_name: name, attachment: body, force, related_attachment_id, ...input }) {
    if (isDocument(input)) {
      const { lk_entity_type_id, user_id, entity_id } = input
      const document = { lk_entity_type_id, user_id, entity_id, file_name: name, force, document: body }
      return { attachment: (await uploadDocument.run(ctx, document)).data, duplicates: [] }
    }
    const organization_id = input.organization_id ?? ctx.organization.organization_id
    const extension = extensionOf(name)
    if (!(extension in mediaExtensions) && !captionsExtensions.includes(extension)) throw new FileTypeRefused()
    return inTemporaryFolder(async (folder) => {
      const path = join(folder, 'file')
      const size = await receiveBody(body, path)
      await ctx.tx((inner) => countUpload(inner, { organization_id, name, size }))
      const medium = await storeMedium(ctx, { path, name, organization_id })
      const newAttachment = { organization_id, name: storedName(name), force: force === true, related_attachment_id }
      const attachment = await ctx.tx((inner) => createAttachment(inner, medium, newAttachment))
      return { attachment: attachmentResponse(attachment), duplicates: [] }
    })
  },
})

async function receiveBody({ stream }: FileBody, path: string): Promise<number> {
  let size = 0
  async function* limitedStream() {
    for await (const part of stream) {
      size += part.byteLength
      if (size > maxBytes.other) throw new FileTooLarge(maxBytes.other)
      yield part
    }
  }
  await pipeline(Readable.from(limitedStream()), createWriteStream(path, { mode: 0o600 }))
  if (size === 0) throw new FileTypeRefused()
  return size
}

/** A direct upload counts toward the daily limit, like a resumable one. */
async function countUpload(
  ctx: Ctx,
  { organization_id, name, size }: { organization_id: number; name: string; size: number },
) {
  const { user_id } = userOf(ctx)
  await lockUploadsOf(ctx, user_id)
  await requireDailyAllowance(ctx, user_id, size)
  const row = { organization_id, user_id, file_name: name, file_size: size, file_modified: 0 }
  await ctx.sql`insert into catalogue.media_upload ${ctx.sql(row)}`
}
