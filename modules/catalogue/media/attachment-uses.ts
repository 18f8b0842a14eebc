import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { pictureId } from './attachment.sql.ts'
import { ofAttachment } from './media-permissions.ts'

const maxUses = 200

export type AttachmentUse = {
  course_id: number
  course_name: string
  course_version_id: number
  version_number: number
  /** null for the image of the course, or the picture of a question. */
  component_id: number | null
  component_name: string | null
  question_id: number | null
  question_title: string | null
}

/** The lessons, questions and course images that use a file, in all versions, because students stay on theirs. */
export const listUses = ({ sql }: Pick<Ctx, 'sql'>, attachment_id: number): Promise<AttachmentUse[]> =>
  sql<AttachmentUse>`
    select course_id, course_name, course_version_id, version_number, component_id, component_name,
           question_id, question_title
    from (
      select v.course_id, v.name as course_name, u.course_version_id, v.version_number, u.component_id,
             c.name as component_name, null::integer as question_id, null::text as question_title, c.position
      from catalogue.attachment_use u
      join catalogue.course_version v using (course_version_id)
      join catalogue.component c using (course_version_id, component_id)
      where u.attachment_id = ${attachment_id}
      union all
      select v.course_id, v.name, v.course_version_id, v.version_number, null, null, q.question_id, q.title, q.position
      from catalogue.question q
      join catalogue.course_version v using (course_version_id)
      where ${pictureId(sql)} = ${attachment_id}
        and q.organization_id = (select organization_id from catalogue.attachment where attachment_id = ${attachment_id})
      union all
      select v.course_id, v.name, v.course_version_id, v.version_number, null, null, null, null, 0
      from catalogue.attachment a
      join catalogue.course_version v on v.organization_id = a.organization_id
        and (v.image = a.source_path or substring(v.image from '^/media/([0-9]{1,9})/')::integer = a.attachment_id)
      where a.attachment_id = ${attachment_id}
    ) uses
    order by course_id, version_number desc, position
    limit ${maxUses}`

export const fetchAttachmentUses = operation({
  call: 'GET /attachment/uses/{attachment_id}',
  summary:
    'The lessons and questions that show a file of the media library and the courses whose image it is, up to 200',
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
        component_id: z.int().nullable(),
        component_name: z.string().nullable(),
        question_id: z.int().nullable(),
        question_title: z.string().nullable(),
      }),
    ),
  }),
  run: async (ctx, { attachment_id }) => ({ uses: await listUses(ctx, attachment_id) }),
})
