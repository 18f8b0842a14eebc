import { asTenant, isRemoved } from '#modules/identity/index.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { hasCertificate } from '#modules/learning/student-course/has-certificate.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { awaitingCertificate } from './awaiting-certificate.ts'
import { queueMail } from './certificate-mail.sql.ts'
import { certificateModel } from './certificate-model.ts'
import type { Corrections } from './corrections.ts'
import { certificateIssued } from './facts.ts'
import { type CertificateModel, contentHash } from './render/index.ts'
import { type Reservation, reserveCertificate } from './reserve-certificate.ts'
import { sealLicense } from './sealed-license.ts'
import { type StoredCertificate, storeCertificate } from './store-certificate.ts'

/**
 * Issues the certificate of a passed course: draws it, and then stores status, row, fact and email in one transaction.
 * Safe to repeat, to run concurrently and to interrupt. Does nothing for a course without a certificate.
 */
export async function issueCertificate(ctx: Ctx, student_course_id: number): Promise<void> {
  const reservation = await ctx.tx((inner) => reserveCertificate(inner, student_course_id))
  if (!reservation) return
  const tenant = await asTenant(ctx, reservation.organization_id)
  const model = await certificateModel(tenant, reservation)
  const storedFiles = await storeCertificate(tenant, model, reservation.organization_id)
  await tenant.tx((inner) => insertCertificate(inner, reservation, model, storedFiles))
}

async function insertCertificate(
  ctx: Ctx,
  reservation: Reservation,
  model: CertificateModel,
  storedFiles: StoredCertificate,
) {
  const course = await lockStudentCourse(ctx, reservation.student_course_id)
  const { lk_student_course_status_id, student_course_id, user_id } = course
  // While it was being drawn, another process may have issued it, the course may have been refunded, or the student
  // removed.
  if (!awaitingCertificate.includes(lk_student_course_status_id)) return
  if (await isRemoved(ctx, user_id)) return
  if (await hasCertificate(ctx, student_course_id)) return
  const student_certificate_id = await insertRow(ctx, course, reservation, model, storedFiles)
  // A rejected report stays visible: it returns to 'Certificate Issued' when it is accepted.
  if (lk_student_course_status_id === status.passed) {
    await changeStatus(ctx, student_course_id, status.certificateIssued, 'system')
  }
  await ctx.emit(certificateIssued, { student_certificate_id, student_course_id })
  await queueMail(ctx, { student_certificate_id, user_id, because: 'issued' })
  await ctx.audit({
    action: 'certificate.issued',
    subject: `student_course:${student_course_id}`,
    subject_user_id: user_id,
    after: { student_certificate_id, certificate_number: reservation.certificate_number },
  })
}

/** Writes the row of an issued certificate. */
export async function insertRow(
  ctx: Ctx,
  { student_course_id, organization_id, user_id }: StudentCourse,
  { version, certificate_number, check_code, reserved_at }: Reservation,
  model: CertificateModel,
  storedFiles: StoredCertificate,
  corrections: Corrections = {},
): Promise<number> {
  const [row] = await ctx.sql<{ student_certificate_id: number }>`
    insert into learning.student_certificate ${ctx.sql({
      organization_id,
      student_course_id,
      user_id,
      version,
      certificate_template_id: model.template.id,
      certificate_template_version: model.template.version,
      certificate_number,
      check_code,
      model: ctx.sql.json(sealLicense(ctx, model, certificate_number)),
      content_hash: contentHash(model),
      corrections: ctx.sql.json(sealLicense(ctx, corrections, certificate_number)),
      ...storedFiles,
      issued_at: reserved_at,
    })}
    returning student_certificate_id`
  return row!.student_certificate_id
}
