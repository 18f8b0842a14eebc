import { changeStatus } from '#modules/learning/status/change-status.ts'
import { mayBecome } from '#modules/learning/status/transitions.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { hasCertificate } from '#modules/learning/student-course/has-certificate.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { assignsNumber, errorStatusOf } from './agencies/index.ts'
import type { AgencyResponse } from './agency-adapter.ts'
import type { Claim } from './claim-report.ts'
import { reportAccepted, reportRejected, reportSent } from './facts.ts'
import { startInformedDeadlines } from './informed-agencies.ts'
import { listLatestReports } from './report.sql.ts'
import { reportNextNumber } from './report-number.ts'

/**
 * Records the response to an attempt and its consequences in one transaction. A response to an attempt that a later one
 * has replaced is stored without consequences. Returns whether the response counted.
 */
export function settleReport(ctx: Ctx, claim: StudentClaim, response: AgencyResponse): Promise<boolean> {
  return ctx.tx(async (inner) => {
    // Locks the course before the report, like all other code.
    const course = await lockStudentCourse(inner, claim.student_course_id)
    const counted = await updateReport(inner, claim, response)
    await insertAnswer(inner, claim, response, counted)
    if (counted) await applyResponse(inner, claim, course, response)
    return counted
  })
}

async function updateReport(
  ctx: Ctx,
  { completion_report_id, agency, attempt }: StudentClaim,
  response: AgencyResponse,
): Promise<boolean> {
  const { outcome, receipt, code, message, handed_over = false, unclear = false } = response
  // The receipt of such an agency is the certificate number, but the receipt of a handed-over file is its name.
  const receiptNumber = assignsNumber(agency) && outcome !== 'rejected' && !handed_over ? receipt : null
  const certificate_number = response.certificate_number ?? receiptNumber
  const state = outcome === 'duplicate' ? 'accepted' : outcome
  const { count } = await ctx.sql`
    update learning.completion_report
    set state = ${state}, receipt = ${receipt}, code = ${code}, message = ${message},
        certificate_number = ${certificate_number},
        accepted_at = case when ${state === 'accepted'} then platform.now() end,
        sent_at = case when ${state !== 'retry'} then platform.now() end, handed_over_ind = ${handed_over}, unanswered_ind = ${unclear},
        next_try_at = platform.now() + least(interval '15 minutes', interval '30 seconds' * (2 ^ least(attempt, 10))),
        updated_at = platform.now()
    where completion_report_id = ${completion_report_id} and attempt = ${attempt} and state = 'sending'`
  return count === 1
}

/** The data of a report that handling its response needs. */
type StudentClaim = Omit<Claim, 'record'>

/** Stores an unmodified response. */
export async function insertAnswer(
  ctx: Ctx,
  report: StudentClaim,
  response: AgencyResponse,
  counted: boolean,
): Promise<void> {
  const { outcome, http_status, code, receipt, body } = response
  const { organization_id, completion_report_id, attempt } = report
  await ctx.sql`
    insert into learning.completion_report_answer ${ctx.sql({
      organization_id,
      completion_report_id,
      attempt,
      outcome,
      http_status,
      code,
      receipt,
      // PostgreSQL can't store this character.
      body: body.replaceAll('\u0000', '\u2400'),
      counted,
    })}`
}

async function applyResponse(
  ctx: Ctx,
  claim: StudentClaim,
  course: StudentCourse,
  response: AgencyResponse,
): Promise<void> {
  const { completion_report_id, student_course_id, attempt } = claim
  if (response.unclear) ctx.log.warn('report.unanswered', { completion_report_id, attempt })
  if (response.outcome === 'retry') {
    ctx.log.warn('report.later', {
      completion_report_id,
      attempt,
      http_status: response.http_status,
      code: response.code,
    })
    return
  }
  if (response.outcome === 'rejected') {
    await applyRefusal(ctx, claim, course, response.code)
  } else if (!(await isFailedReport(ctx, completion_report_id))) {
    await startInformedDeadlines(ctx, course, claim.agency)
    await reportNextNumber(ctx, student_course_id, claim.agency)
    await clearErrorStatus(ctx, course)
    await ctx.emit(response.handed_over ? reportSent : reportAccepted, { completion_report_id, student_course_id })
  }
  await ctx.audit({
    action: response.outcome === 'rejected' ? 'report.rejected' : 'report.accepted',
    subject: `student_course:${student_course_id}`,
    subject_user_id: course.user_id,
    after: { completion_report_id, outcome: response.outcome, receipt: response.receipt, code: response.code },
  })
}

/**
 * Whether a report is of a failed or unfinished course. The response then changes nothing for the course or student.
 */
async function isFailedReport({ sql }: Ctx, completion_report_id: number): Promise<boolean> {
  const [row] = await sql<{ failed: boolean }>`
    select coalesce(record ->> 'outcome' = 'failed', false) as failed
    from learning.completion_report where completion_report_id = ${completion_report_id}`
  return row?.failed ?? false
}

/** The consequences of a final refusal: the course's status, and a notification. */
export async function applyRefusal(
  ctx: Ctx,
  report: StudentClaim,
  course: StudentCourse,
  code: string | null,
): Promise<void> {
  const { completion_report_id, student_course_id, agency } = report
  ctx.log.warn('report.refused', { completion_report_id, agency, code })
  if (await isFailedReport(ctx, completion_report_id)) return
  await moveStatus(ctx, course, errorStatusOf(agency), code)
  await ctx.emit(reportRejected, { completion_report_id, student_course_id })
}

const hasErrorStatus = (course: StudentCourse): boolean =>
  [status.completionError, status.completionErrorFlhsmv].some((id) => id === course.lk_student_course_status_id)

/** Ends the course's error status once its refused report is accepted and no other receiver refuses it. */
async function clearErrorStatus(ctx: Ctx, course: StudentCourse): Promise<void> {
  if (!hasErrorStatus(course)) return
  const latest = await listLatestReports(ctx, course.student_course_id)
  if (latest.some(({ state }) => state === 'rejected')) return
  const isCertified = await hasCertificate(ctx, course.student_course_id)
  await moveStatus(ctx, course, isCertified ? status.certificateIssued : status.passed, null)
}

/** A course that was refunded in the meantime keeps its status; the report still records the agency's response. */
async function moveStatus(
  ctx: Ctx,
  course: StudentCourse,
  to: Parameters<typeof changeStatus>[2],
  code: string | null,
) {
  const from = course.lk_student_course_status_id
  if (from !== to && mayBecome(from, to, 'agency'))
    await changeStatus(ctx, course.student_course_id, to, 'agency', { note: code })
}
