import { releaseFiles } from '#platform/files/file-claims.ts'
import { operation } from '#platform/operation.ts'
import { id, optionalText, requiredText, z } from '#platform/schema.ts'
import { AttachmentResponse, attachmentResponse } from './attachment.schema.ts'
import { type Attachment, attachmentColumns } from './attachment.sql.ts'
import { listUses } from './attachment-uses.ts'
import { mediaErrors } from './media-errors.ts'
import { ofAttachment, selectOwnAttachment } from './media-permissions.ts'

export const saveAttachment = operation({
  call: 'PUT /attachment/media/{attachment_id}',
  summary: "Changes the name of a file of the media library, and a picture's description",
  added: true,
  may: ofAttachment('MANAGE_COURSES:UPDATE'),
  takes: z.object({
    attachment_id: id(),
    name: requiredText(['Enter the file name.', 'Escriba el nombre del archivo.']),
    alt: optionalText(500).nullish(),
  }),
  gives: z.object({ attachment: AttachmentResponse }),
  async run(ctx, { attachment_id, name, alt }) {
    const { sql } = ctx
    const before = await selectOwnAttachment(ctx, attachment_id)
    const [after] = await sql<Attachment>`
      update catalogue.attachment a set ${sql({ name, alt: alt || null, updated_at: ctx.now })}
      where a.attachment_id = ${attachment_id} returning ${attachmentColumns(sql)}`
    await ctx.audit({
      action: 'media.update',
      subject: `attachment_id:${attachment_id}`,
      before: { name: before.name, alt: before.alt },
      after: { name, alt: alt || null },
    })
    return { attachment: attachmentResponse(after!) }
  },
})

export const deleteAttachment = operation({
  call: 'DELETE /attachment/media/{attachment_id}',
  summary: 'Deletes a file of the media library that no lesson or course uses, with its captions',
  added: true,
  may: ofAttachment('MANAGE_COURSES:DELETE'),
  takes: z.object({ attachment_id: id() }),
  gives: z.object({}),
  fails: [mediaErrors.inUse],
  async run(ctx, { attachment_id }) {
    const { name, sha256 } = await selectOwnAttachment(ctx, attachment_id, { lock: true })
    const uses = await listUses(ctx, attachment_id)
    if (uses.length > 0) throw mediaErrors.inUse({ count: uses.length }, { uses })
    const rows = await ctx.sql<{ file_key: string; thumbnail_key: string | null }>`
      update catalogue.attachment set deleted_at = ${ctx.now}
      where (attachment_id = ${attachment_id} or related_attachment_id = ${attachment_id}) and deleted_at is null
      returning file_key, thumbnail_key`
    await ctx.audit({ action: 'media.delete', subject: `attachment_id:${attachment_id}`, before: { name, sha256 } })
    await releaseFiles(
      ctx,
      rows.flatMap(({ file_key, thumbnail_key }) => [file_key, thumbnail_key]),
    )
    return {}
  },
})
