import { binary, operation } from '../../../platform/operation.ts'
import { filesPort } from '../../../platform/ports.ts'
import { id, z } from '../../../platform/schema.ts'
import { selectDocument } from './document.sql.ts'
import { ofDocument } from './reach.ts'

export const downloadDocument = operation({
  call: 'GET /attachment/document/{attachment_id}',
  summary: 'The file of a document, always to be saved and never shown in place',
  added: true,
  may: ofDocument('READ'),
  takes: z.object({ attachment_id: id() }),
  gives: binary('application/octet-stream'),
  async run(ctx, { attachment_id }) {
    const { file_key, name, content_type: type } = await selectDocument(ctx, attachment_id)
    const { stream: body } = await ctx.use(filesPort).open(file_key)
    return { body, name, type }
  },
})
