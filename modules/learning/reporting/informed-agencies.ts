import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Agency, deadlineRuleOf, isInformedByAnother, submissionAgency } from './agencies/index.ts'
import { deadlineOf } from './deadline.ts'
import { dutiesOf } from './duties.ts'
import { listLatestReports, type Report, restartWait } from './report.sql.ts'

const listInformedReports = (latest: readonly Report[], agency: Agency): Report[] =>
  latest.filter((report) => isInformedByAnother(report.agency) && submissionAgency(report.agency) === agency)

/**
 * Starts the deadlines of the receivers that get their records from this one: it accepted the completion and passes it
 * on, so they may refuse it from now on.
 */
export async function startInformedDeadlines(ctx: Ctx, course: StudentCourse, agency: Agency): Promise<void> {
  const latest = await listLatestReports(ctx, course.student_course_id)
  const waiting = listInformedReports(latest, agency).filter(({ state }) => state === 'waiting')
  if (waiting.length === 0) return
  const duties = await dutiesOf(ctx, course)
  for (const report of waiting) {
    const rule = duties.find((duty) => duty.agency === report.agency)?.rule ?? deadlineRuleOf(report)
    await ctx.sql`
      update learning.completion_report
      set state = 'watched', due_at = ${deadlineOf(rule, ctx.now)}, sent_at = platform.now(), updated_at = platform.now()
      where completion_report_id = ${report.completion_report_id} and state = 'waiting'`
  }
}

/**
 * Returns the reports of the receivers that get their records from this one to `waiting`: it refused a completion that
 * it had passed on, and a corrected report will follow.
 */
export async function restartInformedWaits(ctx: Ctx, student_course_id: number, agency: Agency): Promise<void> {
  const latest = await listLatestReports(ctx, student_course_id)
  for (const report of listInformedReports(latest, agency)) await restartWait(ctx, report)
}
