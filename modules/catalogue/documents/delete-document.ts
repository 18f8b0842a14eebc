import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { releaseFiles } from '#platform/files/file-claims.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { documentSubject, selectDocument } from './document.sql.ts'
import { mayDelete, ofDocument } from './document-permissions.ts'

export const deleteDocument = operation({
  call: 'DELETE /attachment/document',
  summary: 'Deletes a document and its content. The audit log keeps a record of it',
  may: ofDocument('UPDATE'),
  takes: z.object({ attachment_id: id() }),
  gives: z.object({}),
  fails: [catalogueErrors.notYourDocument],
  async run(ctx, { attachment_id }) {
    const document = await selectDocument(ctx, attachment_id)
    if (!(await mayDelete(ctx, document))) throw catalogueErrors.notYourDocument()
    const deletedRows = await ctx.sql`
      update catalogue.document set deleted_at = ${ctx.now}
      where attachment_id = ${attachment_id} and deleted_at is null returning attachment_id`
    if (deletedRows.length === 0) return {}
    await releaseFiles(ctx, [document.file_key])
    const { name, sha256 } = document
    await ctx.audit({ action: 'document.delete', ...documentSubject(document), before: { name, sha256 } })
    return {}
  },
})
