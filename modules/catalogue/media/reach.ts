import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { type PermissionKey, type Policy, scoped, staff } from '../../../platform/permissions.ts'
import { type Attachment, attachmentColumns } from './attachment.sql.ts'

const author: readonly PermissionKey[] = ['MANAGE_COURSES:CREATE', 'MANAGE_COURSES:UPDATE']

/** Whoever writes courses of an organization within reach; of the visited one where none is named. */
export const libraryAuthor = <I extends { organization_id?: number | null }>(): Policy<I> =>
  scoped<I>(staff(author), 'of an organization within reach', async ({ organization }, { organization_id }) => {
    if (organization_id && !organization.scope.includes(organization_id)) throw errors.notFound()
  })

/** Whoever has this key of courses, for a file of an organization within reach. */
export const ofAttachment = (keys: PermissionKey | readonly PermissionKey[]): Policy<{ attachment_id: number }> =>
  scoped(staff(keys), 'of an organization within reach', async (ctx, { attachment_id }) => {
    await selectOwnAttachment(ctx, attachment_id)
  })

/** A file of the library of an organization within reach. Throws notFound. */
export async function selectOwnAttachment(
  { sql, organization }: Pick<Ctx, 'sql' | 'organization'>,
  attachment_id: number,
): Promise<Attachment> {
  const [found] = await sql<Attachment>`
    select ${attachmentColumns(sql)} from catalogue.attachment a
    where a.attachment_id = ${attachment_id} and a.deleted_at is null
      and a.organization_id = any(${sql.array(organization.scope)})`
  if (!found) throw errors.notFound()
  return found
}
