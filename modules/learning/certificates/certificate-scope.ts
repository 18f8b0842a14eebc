import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { either, type PermissionKey, type Policy, staff, student } from '#platform/permissions.ts'
import { isViewing } from '#platform/viewing.ts'

/** An issued certificate with the data for its download. */
export type CertificateFile = {
  student_certificate_id: number
  user_id: number
  first_name: string
  last_name: string
  jpg_key: string
  pdf_key: string
}

/** The holder, and staff with the permission; `reachCertificates` checks whose certificates they may see. */
export const holderOrStaff = (key: PermissionKey): Policy => {
  const policy = either(student, staff(key))
  return {
    ...policy,
    // A certificate shows the license number, so staff who view as the student need the permission themselves.
    gate: (actor) => policy.gate(actor) && (!isViewing(actor) || Boolean(actor.viewer_permissions?.has(key))),
    description: `Student, of their own certificates, or staff with ${key}, in their organizations`,
  }
}

/**
 * The certificates with these ids, in the same order, for a caller whom `holderOrStaff` has admitted. Throws 404 if the
 * caller may not see one of them, or if the caller is the holder and it was withdrawn.
 */
export async function selectVisibleCertificates(ctx: Ctx, ids: readonly number[]): Promise<CertificateFile[]> {
  const { sql, actor } = ctx
  const visible =
    actor.kind === 'user' && actor.role === 'Student'
      ? sql`c.user_id = ${actor.user_id} and c.deleted_at is null`
      : sql`c.organization_id = any(${sql.array(ctx.organization.scope)})`
  const rows = await sql<CertificateFile>`
    select c.student_certificate_id, c.user_id, p.first_name, p.last_name, c.jpg_key, c.pdf_key
    from learning.student_certificate c
    join identity.v_person p on p.user_id = c.user_id
    where c.student_certificate_id = any(${sql.array(ids)}) and ${visible}`
  const byId = new Map(rows.map((row) => [row.student_certificate_id, row]))
  return ids.map((id) => {
    const row = byId.get(id)
    if (!row) throw errors.notFound()
    return row
  })
}

/** The name of a downloaded certificate, without its extension. */
export const downloadName = ({ first_name, last_name }: Pick<CertificateFile, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name} - Certificate of Completion`
