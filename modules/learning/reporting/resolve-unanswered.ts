import { learningErrors } from '#modules/learning/errors.ts'
import { staffOfCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { requireNotOwnCourse } from '#modules/learning/student-course/not-own-course.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, optionalText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { emptyResponse } from './agency-adapter.ts'
import type { Claim } from './claim-report.ts'
import { reportingErrors } from './errors.ts'
import { reportingTexts } from './reporting.texts.ts'
import { requireNumber } from './require-number.ts'
import { settleReport } from './settle-report.ts'

/**
 * Resolves a report that was sent to an agency's service without a stored response, because none arrived or a server
 * died. Staff have checked the agency's portal: either it has the completion, with a number, or the report is sent
 * again.
 */
export const resolveUnanswered = operation({
  call: 'POST /report/resolveUnanswered',
  added: true,
  summary: 'Records whether an agency that did not respond has a completion; if not, the report is sent again',
  may: staffOfCourse('MANAGE_STUDENTS:UPDATE', 'student_course_id'),
  takes: z.object({
    student_course_id: id(),
    completion_report_id: id(),
    /** The agency's number; empty if it does not have the completion. */
    receipt: optionalText(100),
  }),
  gives: z.object({}),
  fails: [learningErrors.ownWork, reportingErrors.notUnanswered],
  async run(ctx, { student_course_id, completion_report_id, receipt }) {
    // Locks the course before the report, like all other code.
    const course = await lockStudentCourse(ctx, student_course_id)
    await requireNotOwnCourse(ctx, course.user_id)
    const claim = await claimUnanswered(ctx, student_course_id, completion_report_id)
    if (!claim) throw reportingErrors.notUnanswered()
    if (receipt) {
      await requireNumber(ctx, claim.agency, receipt, course)
      await settleReport(ctx, claim, { ...emptyResponse('accepted', receipt), receipt })
    } else {
      await ctx.sql`
        update learning.completion_report set state = 'retry', next_try_at = platform.now()
        where completion_report_id = ${completion_report_id}`
    }
    await ctx.audit({
      action: 'report.resolve',
      ...courseEvent(course),
      after: { completion_report_id, receipt: receipt || null },
    })
    return { message: localText(ctx.locale, reportingTexts, receipt ? 'foundThere' : 'resubmitted') }
  },
})

/** Claims the report with a new attempt, unless a worker is still waiting for the response. */
async function claimUnanswered(
  { sql }: Ctx,
  student_course_id: number,
  completion_report_id: number,
): Promise<Omit<Claim, 'record'> | undefined> {
  const [claim] = await sql<Omit<Claim, 'record'>>`
    update learning.completion_report
    set state = 'sending', attempt = attempt + 1, unanswered_ind = false, updated_at = platform.now()
    where completion_report_id = ${completion_report_id} and student_course_id = ${student_course_id} and unanswered_ind
      and (state = 'retry' or state = 'sending' and next_try_at <= platform.now())
    returning completion_report_id, organization_id, student_course_id, agency, attempt`
  return claim
}
