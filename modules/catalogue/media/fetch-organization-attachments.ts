import { fileType } from '#modules/catalogue/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { literal } from '#platform/db/literal.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { type Policy, scoped, staff } from '#platform/permissions.ts'
import { count, id, optionalText, z } from '#platform/schema.ts'
import { AttachmentResponse, attachmentResponse } from './attachment.schema.ts'
import { type Attachment, attachmentColumns, inLibrary } from './attachment.sql.ts'

const types = {
  image: fileType.Image,
  video: fileType.Video,
  audio: fileType.Audio,
  pdf: fileType.Pdf,
  document: fileType.Document,
  datasheet: fileType.Datasheet,
} as const
const sorts = ['-created_at', 'created_at', 'name', '-name', 'size', '-size'] as const

const ofOrganization: Policy<{ orgId: number }> = scoped(
  staff('MANAGE_COURSES:READ'),
  'of an organization within reach',
  async ({ organization }, { orgId }) => {
    if (!organization.scope.includes(orgId)) throw errors.notFound()
  },
)

export const fetchOrganizationAttachments = operation({
  call: 'GET /attachment/organization/{orgId}',
  summary: 'A page of the media library of an organization, newest first. `name=contains:{text}` searches',
  may: ofOrganization,
  takes: z.object({
    orgId: id(),
    page: count(1, 100_000).default(1),
    pageSize: count(1, 100).default(10),
    name: optionalText(200).nullish(),
    type: z.enum(Object.keys(types) as [keyof typeof types]).nullish(),
    sort_by: z.enum(sorts).default('-created_at'),
  }),
  gives: z.object({ data: z.object({ attachment: z.array(AttachmentResponse), totalPages: z.int() }) }),
  async run(ctx, { orgId, page, pageSize, name, type, sort_by }) {
    const { sql } = ctx
    const conditions = sql`
      a.organization_id = ${orgId} and ${inLibrary(sql)} and a.related_attachment_id is null
      and a.lk_file_type_id between ${literal(sql, types.image)} and ${literal(sql, types.datasheet)}
      and (${type ? types[type] : null}::int is null or a.lk_file_type_id = ${type ? types[type] : null})
      and (${textOf(name)}::text is null or strpos(lower(a.name), lower(${textOf(name)})) > 0)`
    const [row] = await sql<{ total: number }>`
      select count(*)::int as total from catalogue.attachment a where ${conditions}`
    const rows = await sql<Attachment>`
      select ${attachmentColumns(sql)} from catalogue.attachment a where ${conditions}
      order by ${orderOf(sql, sort_by)} limit ${pageSize} offset ${(page - 1) * pageSize}`
    const totalPages = Math.ceil((row?.total ?? 0) / pageSize)
    return { data: { attachment: rows.map(attachmentResponse), totalPages } }
  },
})

/** Parses the contract's `contains:{text}`; plain text means the same. */
const textOf = (name: string | null | undefined): string | null => name?.replace(/^contains:/, '').trim() || null

function orderOf(sql: Ctx['sql'], sort_by: (typeof sorts)[number]) {
  switch (sort_by) {
    case 'created_at':
      return sql`a.attachment_id`
    case 'name':
      return sql`lower(a.name), a.attachment_id`
    case '-name':
      return sql`lower(a.name) desc, a.attachment_id`
    case 'size':
      return sql`a.size_bytes, a.attachment_id`
    case '-size':
      return sql`a.size_bytes desc, a.attachment_id`
    default:
      return sql`a.attachment_id desc`
  }
}
