import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { signedIn } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { attachmentUrl, findReachableAttachment, listRelated } from './attachment.sql.ts'

const RelatedMedium = z.object({
  attachment_id: id(),
  lk_file_type_id: id(),
  url: z.string(),
  language: z.string().nullable(),
})

export const getRelatedMedia = operation({
  call: 'POST /attachment/getRelatedMedia',
  summary: 'Captions and other companions of a medium',
  may: signedIn,
  takes: z.object({ id: id() }),
  gives: z.object({ data: z.object({ error: z.boolean(), data: z.array(RelatedMedium) }) }),
  changes: false,
  async run(ctx, input) {
    const medium = await findReachableAttachment(ctx, input.id)
    if (!medium) throw errors.notFound()
    const related = await listRelated(ctx, medium.attachment_id)
    return {
      data: { error: false, data: related.map((attachment) => ({ ...attachment, url: attachmentUrl(attachment) })) },
    }
  },
})
