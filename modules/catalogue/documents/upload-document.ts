import { randomUUID } from 'node:crypto'
import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { selectPerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type ClaimedFile, discardFile, settleFile, storeFile } from '#platform/files/file-claims.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { fileBody, flag, id, optionalText, z } from '#platform/schema.ts'
import { DocumentResponse, maxDocumentBytes, maxDocuments, ownerFields, ownerType } from './document.schema.ts'
import {
  type Document,
  type DocumentOwner,
  documentSubject,
  listDocuments,
  lockDocumentsOf,
  selectDocument,
  toDocumentResponse,
} from './document.sql.ts'
import { canManageOwner, ofOwner, ownerOf } from './document-permissions.ts'
import { fileTypeOf, nameFor } from './file-type.ts'

export const uploadDocument = operation({
  call: 'POST /attachment/document-upload',
  summary:
    'Uploads a document of a person or an organization, with the file as the body and `file_name` as its name. `force=1` accepts a duplicate',
  may: ofOwner('UPDATE'),
  takes: z.object({
    ...ownerFields,
    /** Ignored: the type is detected from the content. */
    lk_file_type_id: id().nullish(),
    file_name: optionalText(200),
    force: flag().nullish(),
    document: fileBody(),
  }),
  gives: z.object({ data: DocumentResponse }),
  file: 'document',
  fails: [catalogueErrors.duplicate, catalogueErrors.tooManyDocuments],
  transaction: { own: 'no transaction waits for an upload' },
  async run(ctx, { document: body, file_name, force, ...input }) {
    const owner = ownerOf(ctx, input)
    await requireRoom(ctx, owner)
    const name = nameFor(file_name, body.type)
    // One folder per owner: deleting a document removes only its own bytes.
    const storedFile = await storeFile(ctx, {
      stream: body.stream,
      accept: { name, use: 'document' },
      folder: `document-${randomUUID()}`,
      limit_bytes: maxDocumentBytes,
    })
    try {
      const document = await ctx.tx((inner) => storeDocument(inner, owner, { ...storedFile, name }, force === true))
      const manages = await canManageOwner(ctx, owner)
      return { data: toDocumentResponse(document, { user_id: userOf(ctx).user_id, manages }) }
    } catch (error) {
      await discardFile(ctx, storedFile)
      throw error
    }
  },
})

async function requireRoom(ctx: Ctx, owner: DocumentOwner): Promise<readonly Document[]> {
  const existing = await listDocuments(ctx, owner)
  if (existing.length >= maxDocuments) throw catalogueErrors.tooManyDocuments({ most: maxDocuments })
  return existing
}

type NamedFile = ClaimedFile & { name: string }

async function storeDocument(ctx: Ctx, owner: DocumentOwner, file: NamedFile, force: boolean): Promise<Document> {
  await lockDocumentsOf(ctx, owner)
  const existing = await requireRoom(ctx, owner)
  const duplicates = existing.filter(({ sha256 }) => sha256 === file.sha256)
  if (duplicates.length > 0 && !force) throw catalogueErrors.duplicate({}, { duplicates: duplicates.map(toDuplicate) })
  const { lk_entity_type_id, entity_id } = owner
  const organization_id =
    lk_entity_type_id === ownerType.organization ? entity_id : (await selectPerson(ctx, entity_id)).organization_id
  const row = {
    organization_id,
    lk_entity_type_id,
    entity_id,
    name: file.name,
    file_key: file.key,
    sha256: file.sha256,
    content_type: file.content_type,
    size_bytes: file.size,
    uploaded_by: userOf(ctx).user_id,
    lk_file_type_id: fileTypeOf(file.content_type),
  }
  const [attachment] = await ctx.sql<{ attachment_id: number }>`
    insert into catalogue.document ${ctx.sql(row)} returning attachment_id`
  await settleFile(ctx, file)
  const document = await selectDocument(ctx, attachment!.attachment_id)
  const after = { name: file.name, sha256: file.sha256 }
  await ctx.audit({ action: 'document.upload', ...documentSubject(document), after })
  return document
}

const toDuplicate = ({ attachment_id, name, created_at }: Document) => ({
  attachment_id,
  name,
  user_filename: name,
  created_at: created_at.toISOString(),
})
