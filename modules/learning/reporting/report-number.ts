import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { findAccount } from './accounts/account.sql.ts'
import { type Agency, assignsNumber, deadlineRuleOf, sellsNumbers } from './agencies/index.ts'
import { layoutOf } from './agencies/layout/fields.ts'
import { buildRecord } from './build-record.ts'
import { deadlineOf } from './deadline.ts'
import { registeredFacts } from './registered-facts.ts'
import { insertReport, listLatestReports, markReplaced, type Report } from './report.sql.ts'

/**
 * Reports the certificate numbers that were bought from an agency, each in its own record. The first number is added to
 * the completion's report. Each duplicate is reported once the previous record is accepted; if the agency responds to
 * files, its response must have been read. Safe to repeat. The caller must hold the course's lock.
 */
export async function reportNumber(ctx: Ctx, course: StudentCourse, agency: Agency): Promise<void> {
  // Nothing to report if the agency assigns the numbers itself.
  if (!sellsNumbers(agency) || assignsNumber(agency)) return
  const { student_course_id } = course
  const [nextNumber] = await ctx.sql<{ number: string; version: number }>`
    select n.number, n.version from learning.certificate_stock_number n
    where n.student_course_id = ${student_course_id} and n.agency = ${agency}
      and not exists (select from learning.completion_report r
                      where r.student_course_id = n.student_course_id and r.agency = n.agency
                        and r.record ->> 'certificate_number' = n.number)
    order by n.version limit 1`
  const latest = (await listLatestReports(ctx, student_course_id)).find((report) => report.agency === agency)
  if (!nextNumber || !latest) return
  const certificate = {
    certificate_number: nextNumber.number,
    certificate_kind: nextNumber.version === 1 ? ('original' as const) : ('duplicate' as const),
  }
  const { count } = await ctx.sql`
    update learning.completion_report set record = record || ${ctx.sql.json(certificate)}, updated_at = platform.now()
    where completion_report_id = ${latest.completion_report_id} and state in ('due', 'retry')
      and record ->> 'certificate_number' is null`
  if (count > 0 || latest.state !== 'accepted') return
  if (await awaitsResponse(ctx, latest)) return
  await markReplaced(ctx, latest)
  const registered = await registeredFacts(ctx, course, 'report')
  const duty = { agency, state_code: latest.state_code, due_at: deadlineOf(deadlineRuleOf(latest), ctx.now) }
  const record = await buildRecord(ctx, course, registered, duty, latest.number + 1)
  await insertReport(ctx, course, duty, { ...record, ...certificate }, latest)
}

/** Whether a report was sent in a file and the agency's response is still to be read. */
export async function awaitsResponse(ctx: Ctx, report: Report): Promise<boolean> {
  const { state, handed_over_ind, organization_id, agency } = report
  if (state !== 'accepted' || !handed_over_ind) return false
  const account = await findAccount(ctx, organization_id, agency)
  return account?.method === 'file' && Boolean(layoutOf(account)?.answers)
}

/** Reports the next number after an acceptance. */
export async function reportNextNumber(ctx: Ctx, student_course_id: number, agency: Agency): Promise<void> {
  if (sellsNumbers(agency)) await reportNumber(ctx, await lockStudentCourse(ctx, student_course_id), agency)
}
