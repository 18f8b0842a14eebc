import type { Ctx } from '#platform/ctx.ts'
import { binary, operation } from '#platform/operation.ts'
import { filesPort } from '#platform/ports.ts'
import { id, z } from '#platform/schema.ts'
import { isViewing } from '#platform/viewing.ts'
import { ownerType } from './document.schema.ts'
import { type Document, documentSubject, selectDocument } from './document.sql.ts'
import { ofDocument } from './document-permissions.ts'

export const downloadDocument = operation({
  call: 'GET /attachment/document/{attachment_id}',
  summary: 'The file of a document, always as a download',
  added: true,
  may: ofDocument('READ'),
  takes: z.object({ attachment_id: id() }),
  gives: binary('application/octet-stream'),
  async run(ctx, { attachment_id }) {
    const document = await selectDocument(ctx, attachment_id)
    await auditRead(ctx, document)
    const { file_key, name, content_type: type } = document
    const { stream: body } = await ctx.use(filesPort).open(file_key)
    return { body, name, type }
  },
})

/** Records in the audit log that someone else has opened a proof of identity. */
async function auditRead(ctx: Ctx, document: Document): Promise<void> {
  const { actor } = ctx
  const { lk_entity_type_id, entity_id } = document
  const isOwn = lk_entity_type_id === ownerType.person && actor.kind === 'user' && actor.user_id === entity_id
  if (isOwn && !isViewing(actor)) return
  await ctx.audit({ action: 'document.download', ...documentSubject(document) })
}
