import type { Ctx } from '../../../platform/ctx.ts'

/** A file of the media library of an organization. `file_key` opens it in the file store. */
export type Attachment = {
  attachment_id: number
  organization_id: number
  lk_file_type_id: number
  name: string
  file_key: string
  content_type: string
  size_bytes: number
  /** Of a video, else null. */
  duration_ms: number | null
  source_path: string | null
  related_attachment_id: number | null
  language: string | null
  visible_to: 'everybody' | 'learners' | 'staff'
}

/** Captions of a video are attachments of this file type. */
export const captionsFileType = 11

/** The address of an attachment; who may open it is decided at the request. */
export const attachmentUrl = ({ attachment_id, name }: Pick<Attachment, 'attachment_id' | 'name'>): string =>
  `/media/${attachment_id}/${plainName(name)}`

/** A name that rich documents accept as part of an address; it only helps people, the id is what counts. */
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

/** Attachments of an organization by their addresses (`/media/17/a.png`, `media/a.png`), with the captions of each. */
export async function listAttachments(
  { sql }: Pick<Ctx, 'sql'>,
  organization_id: number,
  sources: readonly string[],
): Promise<Attachment[]> {
  const ids = sources.flatMap((source) => attachmentIdOf(source) ?? [])
  return sql<Attachment>`
    with named as (
      select attachment_id from catalogue.attachment
      where organization_id = ${organization_id}
        and (source_path = any(${sql.array(sources)}) or attachment_id = any(${sql.array(ids)}))
    )
    select ${columns(sql)}
    from catalogue.attachment a
    where a.attachment_id in (select attachment_id from named)
       or a.related_attachment_id in (select attachment_id from named)
    order by a.attachment_id`
}

const columns = (sql: Ctx['sql']) => sql`
  a.attachment_id, a.organization_id, a.lk_file_type_id, a.name, a.file_key, a.content_type,
  a.size_bytes::float8 as size_bytes, a.duration_ms, a.source_path, a.related_attachment_id, a.language, a.visible_to`

/** The attachment if the actor may open it, else null (see `visible_to` in the table). */
export async function findReachableAttachment(
  { sql, actor, organization }: Pick<Ctx, 'sql' | 'actor' | 'organization'>,
  attachment_id: number,
): Promise<Attachment | null> {
  const signedIn = actor.kind === 'user'
  const staff = signedIn && actor.role !== 'Student'
  const [found] = await sql<Attachment>`
    select ${columns(sql)}
    from catalogue.attachment a
    where a.attachment_id = ${attachment_id}
      and (a.visible_to = 'everybody'
        or (${staff} and a.organization_id = any(${sql.array(organization.scope)}))
        or (${signedIn} and a.visible_to = 'learners' and exists (
              select 1 from catalogue.course c join catalogue.course_website cw using (course_id)
              where c.organization_id = a.organization_id and cw.organization_id = ${organization.organization_id})))`
  return found ?? null
}

/** The captions and other companions of an attachment. */
export const listRelated = async ({ sql }: Pick<Ctx, 'sql'>, attachment_id: number): Promise<Attachment[]> =>
  sql<Attachment>`
    select ${columns(sql)} from catalogue.attachment a
    where a.related_attachment_id = ${attachment_id} order by a.attachment_id`
