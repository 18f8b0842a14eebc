import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { asTenant } from '#modules/identity/index.ts'
import { queueMail } from '#modules/learning/certificates/certificate-mail.sql.ts'
import { certificateModel } from '#modules/learning/certificates/certificate-model.ts'
import { certificateErrors } from '#modules/learning/certificates/errors.ts'
import { certificateIssued } from '#modules/learning/certificates/facts.ts'
import { insertRow } from '#modules/learning/certificates/issue-certificate.ts'
import { reserveNext } from '#modules/learning/certificates/reserve-certificate.ts'
import { agencyOf } from '#modules/learning/certificates/stock.sql.ts'
import { storeCertificate } from '#modules/learning/certificates/store-certificate.ts'
import { deleteWait } from '#modules/learning/certificates/wait.sql.ts'
import { requireAge } from '#modules/learning/registration/age.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { isComplete, status } from '#modules/learning/student-course/course-status.shared.ts'
import { hasCertificate } from '#modules/learning/student-course/has-certificate.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { settleRequest } from './certificate-request.sql.ts'
import { manualIssueErrors } from './errors.ts'

type Approved = {
  certificate_request_id: number
  student_course_id: number
  reason: string
  /** The approver, if a second person was needed. */
  approved_by: number | null
}

/** Refuses a course that can't get a certificate manually. The caller must hold its lock. */
export async function requireIssuable(ctx: Ctx, course: StudentCourse): Promise<void> {
  if (!isComplete(course.lk_student_course_status_id)) throw manualIssueErrors.notPassed()
  if (await hasCertificate(ctx, course.student_course_id)) throw manualIssueErrors.hasOne()
  await requireAge(ctx, course, { ageOptional: true })
  const { certificate_template_id } = await selectCourseVersion(ctx, course.course_version_id)
  if (certificate_template_id === null) throw manualIssueErrors.noTemplate()
}

/**
 * Issues the certificate that staff decided on; of several concurrent calls one does it. Number and code are reserved
 * first, and the drawing happens outside any transaction.
 */
export async function issueManually(ctx: Ctx, approved: Approved): Promise<string> {
  const { student_course_id, certificate_request_id, reason, approved_by } = approved
  const reserved = await ctx.tx(async (inner) => {
    const course = await lockStudentCourse(inner, student_course_id)
    await requireIssuable(inner, course)
    const next = await reserveNext(inner, course, await agencyOf(inner, course))
    if (!next) throw certificateErrors.noNumberLeft()
    return next
  })
  const tenant = await asTenant(ctx, reserved.organization_id)
  const model = await certificateModel(tenant, reserved)
  const storedFiles = await storeCertificate(tenant, model, reserved.organization_id)
  return ctx.tx(async (inner) => {
    const course = await lockStudentCourse(inner, student_course_id)
    await requireIssuable(inner, course)
    if (!(await settleRequest(inner, certificate_request_id, 'issued', approved_by))) throw manualIssueErrors.decided()
    const student_certificate_id = await insertRow(inner, course, reserved, model, storedFiles)
    await deleteWait(inner, course)
    await moveStatus(inner, course, reason)
    const { user_id } = course
    await inner.emit(certificateIssued, { student_certificate_id, student_course_id })
    await queueMail(inner, { student_certificate_id, user_id, because: 'issued' })
    const { certificate_number } = reserved
    await inner.audit({
      action: 'certificate.issueManually',
      ...courseEvent(course),
      after: { student_certificate_id, certificate_number, reason, approved_by },
    })
    return certificate_number
  })
}

/** A rejected report stays visible, as with automatic issuing. */
async function moveStatus(ctx: Ctx, course: StudentCourse, reason: string): Promise<void> {
  const statusId = course.lk_student_course_status_id
  if (statusId !== status.passed && statusId !== status.certificateIssued) return
  await changeStatus(ctx, course.student_course_id, status.certificateIssuedManually, 'staff', { note: reason })
}
