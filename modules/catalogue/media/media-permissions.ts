import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type PermissionKey, type Policy, scoped, staff } from '#platform/permissions.ts'
import { type Attachment, attachmentColumns, inLibrary } from './attachment.sql.ts'

const author: readonly PermissionKey[] = ['MANAGE_COURSES:CREATE', 'MANAGE_COURSES:UPDATE']

/** Staff who may edit courses of an organization in their scope; the current one by default. */
export const libraryAuthor = <I extends { organization_id?: number | null }>(): Policy<I> =>
  scoped<I>(staff(author), 'of an organization within reach', async ({ organization }, { organization_id }) => {
    if (!organization.scope.includes(organization_id ?? organization.organization_id)) throw errors.notFound()
  })

/** Staff with this permission for courses, for a file of an organization in their scope. */
export const ofAttachment = (keys: PermissionKey | readonly PermissionKey[]): Policy<{ attachment_id: number }> =>
  scoped(staff(keys), 'of an organization within reach', async (ctx, { attachment_id }) => {
    await selectOwnAttachment(ctx, attachment_id)
  })

/**
 * A library file of an organization in the caller's scope. With `lock`, no lesson can start to show it. Throws
 * notFound.
 */
export async function selectOwnAttachment(
  { sql, organization }: Pick<Ctx, 'sql' | 'organization'>,
  attachment_id: number,
  { lock = false } = {},
): Promise<Attachment> {
  const [row] = await sql<Attachment>`
    select ${attachmentColumns(sql)} from catalogue.attachment a
    where a.attachment_id = ${attachment_id} and ${inLibrary(sql)}
      and a.organization_id = any(${sql.array(organization.scope)})
    ${lock ? sql`for update` : sql``}`
  if (!row) throw errors.notFound()
  return row
}
