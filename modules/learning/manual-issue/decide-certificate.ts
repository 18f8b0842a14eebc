import { isSamePerson } from '#modules/identity/index.ts'
import { certificateErrors } from '#modules/learning/certificates/errors.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { scoped, staff, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { type CertificateRequest, selectRequest, settleRequest } from './certificate-request.sql.ts'
import { manualIssueErrors } from './errors.ts'
import { issueManually } from './issue-manually.ts'
import { manualIssueTexts } from './manual-issue.texts.ts'

export const decideCertificate = operation({
  call: 'POST /certificate/issue/decide',
  added: true,
  summary: 'Approves or declines a requested certificate; its requester may withdraw it',
  may: scoped(
    staff('MANAGE_CERTIFICATES:UPDATE'),
    'in their organizations',
    async (ctx, { certificate_request_id }: { certificate_request_id: number }) => {
      await selectRequest(ctx, certificate_request_id)
    },
  ),
  takes: z.object({ certificate_request_id: id(), approve: z.boolean() }),
  gives: z.object({ certificate_number: z.string().nullable() }),
  fails: [
    manualIssueErrors.decided,
    manualIssueErrors.needsAnother,
    manualIssueErrors.ownCourse,
    manualIssueErrors.notPassed,
    manualIssueErrors.hasOne,
    manualIssueErrors.noTemplate,
    certificateErrors.noNumberLeft,
  ],
  transaction: { own: 'no transaction waits for the drawing' },
  async run(ctx, { certificate_request_id, approve }) {
    const request = await selectRequest(ctx, certificate_request_id)
    if (request.decision) throw manualIssueErrors.decided()
    if (!approve) {
      const decision = await ctx.tx((inner) => drop(inner, request))
      return { certificate_number: null, message: localText(ctx.locale, manualIssueTexts, decision) }
    }
    const approved_by = await requireSecondPerson(ctx, request)
    const { student_course_id, reason } = request
    const approved = { certificate_request_id, student_course_id, reason, approved_by }
    const certificate_number = await issueManually(ctx, approved)
    return { certificate_number, message: localText(ctx.locale, manualIssueTexts, 'issued') }
  },
})

/** The second person must be neither the requester nor the student, under any of their accounts. */
async function requireSecondPerson(ctx: Ctx, { asked_by, student_course_id }: CertificateRequest): Promise<number> {
  const { user_id } = userOf(ctx)
  if (await isSamePerson(ctx, user_id, asked_by)) throw manualIssueErrors.needsAnother()
  const [course] = await ctx.sql<{ user_id: number }>`
    select user_id from learning.student_course where student_course_id = ${student_course_id}`
  if (await isSamePerson(ctx, user_id, course!.user_id)) throw manualIssueErrors.ownCourse()
  return user_id
}

async function drop(ctx: Ctx, { certificate_request_id, student_course_id, asked_by }: CertificateRequest) {
  const { user_id } = userOf(ctx)
  const course = await lockStudentCourse(ctx, student_course_id)
  const decision = user_id === asked_by ? 'withdrawn' : 'declined'
  if (!(await settleRequest(ctx, certificate_request_id, decision, user_id))) throw manualIssueErrors.decided()
  await ctx.audit({
    action: 'certificate.askedDropped',
    ...courseEvent(course),
    after: { certificate_request_id, decision },
  })
  return decision
}
