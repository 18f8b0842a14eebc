import type { Ctx } from '../../../platform/ctx.ts'
import { operation } from '../../../platform/operation.ts'
import { id, z } from '../../../platform/schema.ts'
import { ofAttachment } from './reach.ts'

const mostUses = 200

export type AttachmentUse = {
  course_id: number
  course_name: string
  course_version_id: number
  version_number: number
  component_id: number
  component_name: string
}

/** The lessons that show a file, in all versions: students stay on theirs. */
export const listUses = ({ sql }: Pick<Ctx, 'sql'>, attachment_id: number): Promise<AttachmentUse[]> =>
  sql<AttachmentUse>`
    select v.course_id, v.name as course_name, u.course_version_id, v.version_number, u.component_id,
           c.name as component_name
    from catalogue.attachment_use u
    join catalogue.course_version v using (course_version_id)
    join catalogue.component c using (course_version_id, component_id)
    where u.attachment_id = ${attachment_id}
    order by v.course_id, v.version_number desc, c.position
    limit ${mostUses}`

export const fetchAttachmentUses = operation({
  call: 'GET /attachment/uses/{attachment_id}',
  summary: 'The lessons that show a file of the media library, up to 200',
  added: true,
  may: ofAttachment('MANAGE_COURSES:READ'),
  takes: z.object({ attachment_id: id() }),
  gives: z.object({
    uses: z.array(
      z.object({
        course_id: z.int(),
        course_name: z.string(),
        course_version_id: z.int(),
        version_number: z.int(),
        component_id: z.int(),
        component_name: z.string(),
      }),
    ),
  }),
  run: async (ctx, { attachment_id }) => ({ uses: await listUses(ctx, attachment_id) }),
})
