import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { DocumentResponse } from './document.schema.ts'
import { selectDocument, toDocumentResponse } from './document.sql.ts'
import { canManageOwner, ofDocument } from './document-permissions.ts'

export const fetchUserAttachment = operation({
  call: 'GET /attachment/fetchUserAttachment',
  summary: 'A document by its id, with its download address',
  may: ofDocument('READ'),
  takes: z.object({ attachment_id: id() }),
  gives: z.object({ attachment: DocumentResponse }),
  async run(ctx, { attachment_id }) {
    const document = await selectDocument(ctx, attachment_id)
    const manages = await canManageOwner(ctx, document)
    return { attachment: toDocumentResponse(document, { user_id: userOf(ctx).user_id, manages }) }
  },
})
