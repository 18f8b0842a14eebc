import { isSamePerson } from '#modules/identity/index.ts'
import { certificateErrors } from '#modules/learning/certificates/errors.ts'
import { staffOfCourse } from '#modules/learning/permissions.ts'
import { needsSecondPerson } from '#modules/learning/player/advance-student.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { id, requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { findWaiting, insertRequest } from './certificate-request.sql.ts'
import { manualIssueErrors } from './errors.ts'
import { certificateRequested } from './facts.ts'
import { issueManually, requireIssuable } from './issue-manually.ts'
import { manualIssueTexts } from './manual-issue.texts.ts'

export const requestCertificate = operation({
  call: 'POST /certificate/issue',
  added: true,
  summary: "Issues a passed course's certificate by hand, or requests a second person's approval if it is regulated",
  may: staffOfCourse('MANAGE_CERTIFICATES:UPDATE', 'student_course_id'),
  takes: z.object({ student_course_id: id(), reason: requiredText(manualIssueTexts.reasonMissing, 500) }),
  gives: z.object({ certificate_request_id: z.int(), certificate_number: z.string().nullable() }),
  fails: [
    manualIssueErrors.notPassed,
    manualIssueErrors.hasOne,
    manualIssueErrors.noTemplate,
    manualIssueErrors.waiting,
    manualIssueErrors.decided,
    manualIssueErrors.ownCourse,
    certificateErrors.noNumberLeft,
  ],
  transaction: { own: 'no transaction waits for the drawing' },
  async run(ctx, { student_course_id, reason }) {
    const { certificate_request_id, second } = await ctx.tx((inner) => ask(inner, student_course_id, reason))
    if (second) {
      return {
        certificate_request_id,
        certificate_number: null,
        message: localText(ctx.locale, manualIssueTexts, 'asked'),
      }
    }
    const request = { certificate_request_id, student_course_id, reason, approved_by: null }
    const certificate_number = await issueManually(ctx, request)
    return { certificate_request_id, certificate_number, message: localText(ctx.locale, manualIssueTexts, 'issued') }
  },
})

/** Records the request, or resumes an earlier one that was interrupted before the certificate was drawn. */
async function ask(ctx: Ctx, student_course_id: number, reason: string) {
  const course = await lockStudentCourse(ctx, student_course_id)
  const { user_id: asked_by } = userOf(ctx)
  if (await isSamePerson(ctx, asked_by, course.user_id)) throw manualIssueErrors.ownCourse()
  await requireIssuable(ctx, course)
  const second = await needsSecondPerson(ctx, course)
  const pendingRequest = await findWaiting(ctx, student_course_id)
  if (pendingRequest && second) throw manualIssueErrors.waiting()
  if (pendingRequest) return { certificate_request_id: pendingRequest.certificate_request_id, second }
  const { organization_id } = course
  const certificate_request_id = await insertRequest(ctx, { organization_id, student_course_id, reason, asked_by })
  if (second) await ctx.emit(certificateRequested, { certificate_request_id })
  await ctx.audit({
    action: 'certificate.ask',
    ...courseEvent(course),
    after: { certificate_request_id, reason, second_person: second },
  })
  return { certificate_request_id, second }
}
