import type { Ctx } from '#platform/ctx.ts'
import { holds } from '#platform/permissions.ts'
import { courseEnrollment } from './course-enrollment.ts'
import { imageFileType } from './media-kind.shared.ts'

/** A file of the media library of an organization. `file_key` opens it in the file store. */
export type Attachment = {
  attachment_id: number
  organization_id: number
  lk_file_type_id: number
  name: string
  file_key: string
  content_type: string
  size_bytes: number
  /** The length of a video; otherwise null. */
  duration_ms: number | null
  source_path: string | null
  related_attachment_id: number | null
  language: string | null
  visible_to: 'everybody' | 'learners' | 'staff'
  sha256: string
  uploaded_by: number | null
  /** A video's preview picture in the file store. */
  thumbnail_key: string | null
  /** The alternative text of a picture. */
  alt: string | null
  created_at: Date
  updated_at: Date
}

/** Captions of a video are attachments of this file type. */
export const captionsFileType = 11

/** The address of an attachment; access is checked at the request. */
export const attachmentUrl = ({ attachment_id, name }: Pick<Attachment, 'attachment_id' | 'name'>): string =>
  `/media/${attachment_id}/${plainName(name)}`

/** The address of a video's preview picture, or null. */
export const posterUrl = ({ attachment_id, thumbnail_key }: Pick<Attachment, 'attachment_id' | 'thumbnail_key'>) =>
  thumbnail_key ? `/media/${attachment_id}/poster/${thumbnail_key.slice(-64, -48)}.webp` : null

/** A name that rich documents accept in an address. It is only informative; the id identifies the file. */
const plainName = (name: string) =>
  name
    .replaceAll(/[^A-Za-z0-9.]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[-.]+/, '') || 'file'

/** The id in an address made by `attachmentUrl`, or null. */
export function attachmentIdOf(url: string): number | null {
  const id = /^\/media\/(\d{1,9})\//.exec(url)?.[1]
  return id ? Number(id) : null
}

/** An organization's attachments by address (`/media/17/a.png`, `media/a.png`), with their captions. */
export async function listAttachments(
  { sql }: Pick<Ctx, 'sql'>,
  organization_id: number,
  sources: readonly string[],
): Promise<Attachment[]> {
  const ids = sources.flatMap((source) => attachmentIdOf(source) ?? [])
  return sql<Attachment>`
    with named as (
      select attachment_id from catalogue.attachment
      where organization_id = ${organization_id} and deleted_at is null
        and (source_path = any(${sql.array(sources)}) or attachment_id = any(${sql.array(ids)}))
    )
    select ${attachmentColumns(sql)}
    from catalogue.attachment a
    where a.deleted_at is null
      and (a.attachment_id in (select attachment_id from named)
        or a.related_attachment_id in (select attachment_id from named))
    order by a.attachment_id`
}

/** The picture of an organization's library at an address (`/media/17/a.png`, `media/a.png`), or null. */
export async function findPicture(
  ctx: Pick<Ctx, 'sql'>,
  organization_id: number,
  source: string,
): Promise<Attachment | null> {
  const [attachment] = await listAttachments(ctx, organization_id, [source])
  return attachment && isPicture(attachment) ? attachment : null
}

export const isPicture = ({ lk_file_type_id }: Attachment): boolean => lk_file_type_id === imageFileType

/** The columns of `Attachment`, of the table `a`. */
export const attachmentColumns = (sql: Ctx['sql']) => sql`
  a.attachment_id, a.organization_id, a.lk_file_type_id, a.name, a.file_key, a.content_type,
  a.size_bytes::float8 as size_bytes, a.duration_ms, a.source_path, a.related_attachment_id, a.language, a.visible_to,
  a.sha256, a.uploaded_by, a.thumbnail_key, a.alt, a.created_at, a.updated_at`

/**
 * Excludes logos, which are attachments but not library files: deleting a library file must not affect a website's
 * logo.
 */
export const inLibrary = (sql: Ctx['sql']) => sql`a.deleted_at is null and a.file_key not like 'logo/%'`

/**
 * The id of a question's picture, for the table `q`. Must match the expression of the index, which is otherwise not
 * used.
 */
export const pictureId = (sql: Ctx['sql']) => sql`
  substring(q.configuration #>> '{picture,src}' from '^/media/([0-9]{1,9})/')::integer`

type Reader = Pick<Ctx, 'sql' | 'actor' | 'organization' | 'use'>

/**
 * The attachment if the actor may open it, otherwise null. Course pictures are public, the library is for the owner's
 * staff with the permission, and a course's files are for students of a version that shows them.
 */
export async function findReachableAttachment(ctx: Reader, attachment_id: number): Promise<Attachment | null> {
  const { sql, actor, organization } = ctx
  const canReadCourses = holds(actor, 'MANAGE_COURSES:READ')
  const [row] = await sql<Attachment & { in_scope: boolean; versions: number[] }>`
    select ${attachmentColumns(sql)},
           ${canReadCourses} and a.organization_id = any(${sql.array(organization.scope)}) as in_scope,
           array(select u.course_version_id from catalogue.attachment_use u
                 where u.attachment_id in (a.attachment_id, a.related_attachment_id)
                 union
                 select q.course_version_id from catalogue.question q
                 where ${pictureId(sql)} = a.attachment_id and q.organization_id = a.organization_id) as versions
    from catalogue.attachment a
    where a.attachment_id = ${attachment_id} and a.deleted_at is null`
  if (!row) return null
  const { in_scope, versions, ...attachment } = row
  if (in_scope || attachment.visible_to === 'everybody') return attachment
  const isEnrolled = attachment.visible_to === 'learners' && (await ctx.use(courseEnrollment)(ctx, versions))
  return isEnrolled ? attachment : null
}

/** The captions and other attachments related to an attachment. */
export const listRelated = async ({ sql }: Pick<Ctx, 'sql'>, attachment_id: number): Promise<Attachment[]> =>
  sql<Attachment>`
    select ${attachmentColumns(sql)} from catalogue.attachment a
    where a.related_attachment_id = ${attachment_id} and a.deleted_at is null order by a.attachment_id`
