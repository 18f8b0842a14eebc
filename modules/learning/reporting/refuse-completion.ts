import { staffOfCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { correctionRuleOf } from './agencies/index.ts'
import { deadlineOf } from './deadline.ts'
import { reportingErrors } from './errors.ts'
import { restartInformedWaits } from './informed-agencies.ts'
import { listLatestReports, type Report } from './report.sql.ts'
import { reportingTexts } from './reporting.texts.ts'
import { applyRefusal, insertAnswer } from './settle-report.ts'

/**
 * An agency may refuse an accepted report days later, in a file or a phone call that we can't process automatically.
 * Staff enter the refusal; from then on the report counts as refused.
 */
export const refuseCompletion = operation({
  call: 'POST /report/refuseCompletion',
  summary: 'Records that an agency refused a completion report after accepting it',
  added: true,
  may: staffOfCourse('MANAGE_STUDENTS:UPDATE', 'student_course_id'),
  takes: z.object({
    student_course_id: id(),
    /** The refused report; 409 if another one has replaced it. */
    completion_report_id: id(),
    code: z.string().trim().toUpperCase().max(20).default(''),
    message: z.string().trim().min(1).max(500),
  }),
  gives: z.object({ completion_report_id: z.int() }),
  fails: [reportingErrors.notAccepted],
  async run(ctx, { student_course_id, completion_report_id, code, message }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    const latest = await listLatestReports(ctx, student_course_id)
    const report = latest.find((report) => report.completion_report_id === completion_report_id)
    if (!report || !refusableStates.includes(report.state)) throw reportingErrors.notAccepted()
    const refusalDetails = { code: code || null, message }
    await markRefused(ctx, report, refusalDetails)
    await restartInformedWaits(ctx, student_course_id, report.agency)
    const { receipt } = report
    await insertAnswer(
      ctx,
      report,
      { outcome: 'rejected', http_status: null, receipt, body: message, ...refusalDetails },
      true,
    )
    await applyRefusal(ctx, report, course, refusalDetails.code)
    await ctx.audit({
      action: 'report.refuse',
      ...courseEvent(course),
      after: { completion_report_id, ...refusalDetails },
    })
    return { completion_report_id, message: localText(ctx.locale, reportingTexts, 'refusalEntered') }
  },
})

const refusableStates: readonly Report['state'][] = ['accepted', 'watched']

/** Marks a report as refused. A receiver's time limit for corrections starts now. */
async function markRefused(
  { sql, now }: Ctx,
  { completion_report_id, agency, due_at }: Report,
  { code, message }: { code: string | null; message: string },
): Promise<void> {
  const rule = correctionRuleOf(agency)
  await sql`
    update learning.completion_report
    set state = 'rejected', accepted_at = null, handed_over_ind = false, posted_on = null, code = ${code}, message = ${message},
        due_at = ${rule ? deadlineOf(rule, now) : due_at}, updated_at = platform.now()
    where completion_report_id = ${completion_report_id}`
}
