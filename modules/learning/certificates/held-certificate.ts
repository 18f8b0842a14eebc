import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type PermissionKey, type Policy, scoped, staff } from '#platform/permissions.ts'
import type { Corrections } from './corrections.ts'
import { certificateErrors } from './errors.ts'
import type { CertificateModel } from './render/index.ts'
import { openLicense } from './sealed-license.ts'

/** A certificate with the data that staff decisions need. */
export type HeldCertificate = {
  student_certificate_id: number
  student_course_id: number
  organization_id: number
  user_id: number
  version: number
  certificate_number: string
  issued_at: Date
  deleted_at: Date | null
  shipped_at: Date | null
  dispatched_at: Date | null
  model: CertificateModel
  corrections: Corrections
  /** The number of the next version, if there is one. */
  replaced_by: string | null
}

/** Staff with the permission, for a certificate of an organization in their scope. */
export const staffOfCertificate = (key: PermissionKey): Policy<{ student_certificate_id: number }> =>
  scoped(staff(key), 'in their organizations', async (ctx, { student_certificate_id }) => {
    await selectCertificate(ctx, student_certificate_id)
  })

/** A certificate in the caller's scope, or 404. */
export async function selectCertificate(ctx: Ctx, student_certificate_id: number): Promise<HeldCertificate> {
  const { sql, organization } = ctx
  const [row] = await sql<HeldCertificate>`
    select c.student_certificate_id, c.student_course_id, c.organization_id, c.user_id, c.version, c.certificate_number,
           c.issued_at, c.deleted_at, c.shipped_at, c.dispatched_at, c.model, c.corrections,
           (select n.certificate_number from learning.student_certificate n
            where n.student_course_id = c.student_course_id and n.version > c.version
            order by n.version desc limit 1) as replaced_by
    from learning.student_certificate c
    where c.student_certificate_id = ${student_certificate_id}
      and c.organization_id = any(${sql.array(organization.scope)})`
  if (!row) throw errors.notFound()
  const { model, corrections, certificate_number } = row
  return {
    ...row,
    model: openLicense(ctx, model, certificate_number),
    corrections: openLicense(ctx, corrections, certificate_number),
  }
}

/** A certificate in the caller's scope, with its course locked; 409 if a newer version has replaced it. */
export async function lockCertificate(
  ctx: Ctx,
  student_certificate_id: number,
): Promise<{ certificate: HeldCertificate; course: StudentCourse }> {
  const { student_course_id } = await selectCertificate(ctx, student_certificate_id)
  const course = await lockStudentCourse(ctx, student_course_id)
  const certificate = await selectCertificate(ctx, student_certificate_id)
  if (certificate.replaced_by) throw certificateErrors.replaced({ number: certificate.replaced_by })
  return { certificate, course }
}
