import { extensionsFor } from '#platform/files/sniff.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { localize, texts } from '#platform/texts.ts'
import { DocumentResponse, maxDocumentBytes, maxDocuments, ownerFields } from './document.schema.ts'
import { listDocuments, toDocumentResponse } from './document.sql.ts'
import { canManageOwner, mayUpload, ofOwner, ownerOf } from './document-permissions.ts'

const messages = texts({
  readOnly: ['You can view these documents but not change them.', 'Puede ver estos documentos, pero no modificarlos.'],
})

const Permission = z.object({ allowed: z.boolean(), reason: z.string().nullable() })

export const fetchDocuments = operation({
  call: 'GET /attachment/documents/',
  summary:
    'The documents of a person, by default the caller, or of an organization (`lk_entity_type_id=4`), newest first',
  may: ofOwner('READ'),
  takes: z.object(ownerFields),
  gives: z.object({
    data: z.array(DocumentResponse),
    can: z.object({ upload: Permission }),
    /** The upload limits: extensions, bytes, and the number of documents per owner. */
    accept: z.array(z.string()),
    limit_bytes: z.int(),
    most: z.int(),
  }),
  async run(ctx, input) {
    const { user_id } = userOf(ctx)
    const owner = ownerOf(ctx, input)
    const [manages, allowed] = await Promise.all([canManageOwner(ctx, owner), mayUpload(ctx, owner)])
    const documents = await listDocuments(ctx, owner)
    return {
      data: documents.map((document) => toDocumentResponse(document, { user_id, manages })),
      can: { upload: { allowed, reason: allowed ? null : localize(ctx.locale, messages.readOnly) } },
      accept: extensionsFor('document'),
      limit_bytes: maxDocumentBytes,
      most: maxDocuments,
    }
  },
})
