import { catalogueErrors } from '#modules/catalogue/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { fileErrors } from '#platform/files/file-errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { readerErrors } from '#platform/readers/reader-errors.ts'
import { flag, id, optionalText, z } from '#platform/schema.ts'
import { AttachmentResponse, attachmentResponse } from './attachment.schema.ts'
import { captionsFaults } from './captions-errors.ts'
import { createAttachment, type NewAttachment } from './create-attachment.ts'
import { mediaErrors } from './media-errors.ts'
import { storedName } from './media-kind.shared.ts'
import { selectOwnAttachment } from './media-permissions.ts'
import { storeMedium } from './store-medium.ts'
import { selectOwnUpload } from './upload.sql.ts'
import { uploadStore } from './upload-store.ts'

export const saveMediaLibraryAttachment = operation({
  call: 'POST /attachment/saveMediaLibraryAttachment',
  summary:
    'Puts an upload that has arrived into the media library. `force` accepts a duplicate; `replaces` gives an attachment new content',
  may: staff(['MANAGE_COURSES:CREATE', 'MANAGE_COURSES:UPDATE']),
  takes: z.object({
    upload_id: z.uuid(),
    force: flag().nullish(),
    /** The alternative text of a picture. */
    alt: optionalText(500).nullish(),
    /** The captions' video, and their language. */
    related_attachment_id: id().nullish(),
    language: z.enum(['en', 'es']).nullish(),
    replaces: id().nullish(),
  }),
  gives: z.object({ attachment: AttachmentResponse }),
  fails: [
    catalogueErrors.duplicate,
    mediaErrors.incomplete,
    mediaErrors.pictureRefused,
    ...captionsFaults,
    readerErrors.unreadable,
    mediaErrors.videoNeeded,
    mediaErrors.otherKind,
    fileErrors.typeRefused,
    fileErrors.tooLarge,
    errors.busy,
  ],
  transaction: { own: 'no transaction waits for a file to be read and stored' },
  async run(ctx, input) {
    try {
      return await save(ctx, input)
    } catch (error) {
      // Another request has since saved the same upload and removed the file.
      const { attachment_id } = await selectOwnUpload(ctx, input.upload_id)
      if (attachment_id === null) throw error
      return attachmentById(ctx, attachment_id)
    }
  },
})

type SaveRequest = Omit<NewAttachment, 'organization_id' | 'name' | 'force'> & {
  upload_id: string
  force?: boolean | null | undefined
}

async function save(ctx: Ctx, { upload_id, force, ...input }: SaveRequest) {
  const upload = await selectOwnUpload(ctx, upload_id)
  const store = ctx.use(uploadStore)
  if (upload.attachment_id !== null) {
    await store.remove(upload_id)
    return attachmentById(ctx, upload.attachment_id)
  }
  if ((await store.receivedBytes(upload_id)) !== upload.file_size) throw mediaErrors.incomplete()
  const { organization_id, file_name: name } = upload
  const medium = await storeMedium(ctx, { path: store.path(upload_id), name, organization_id })
  const newAttachment = { organization_id, name: storedName(name), force: force === true, ...input }
  const attachment = await ctx.tx(async (inner) => {
    // A second save of the same upload waits here and finds the first one's result.
    const savedId = await lockSavedAttachment(inner, upload_id)
    if (savedId !== null) return selectOwnAttachment(inner, savedId)
    const createdAttachment = await createAttachment(inner, medium, newAttachment)
    await inner.sql`
      update catalogue.media_upload set attachment_id = ${createdAttachment.attachment_id} where upload_id = ${upload_id}`
    return createdAttachment
  })
  await store.remove(upload_id)
  return { attachment: attachmentResponse(attachment) }
}

const attachmentById = async (ctx: Ctx, attachment_id: number) => ({
  attachment: attachmentResponse(await selectOwnAttachment(ctx, attachment_id)),
})

async function lockSavedAttachment({ sql }: Ctx, upload_id: string): Promise<number | null> {
  const [row] = await sql<{ attachment_id: number | null }>`
    select attachment_id from catalogue.media_upload where upload_id = ${upload_id} for update`
  if (!row) throw errors.notFound()
  return row.attachment_id
}
