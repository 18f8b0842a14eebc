import { asTenant } from '#modules/identity/index.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { makeDailyFiles } from './accounts/daily-files.ts'
import { deliverFiles } from './accounts/deliver-files.ts'
import type { Agency } from './agencies/index.ts'
import { markInDoubt } from './claim-report.ts'
import { queueCompletionReport } from './queue-completion-report.ts'
import { sendDueReports } from './send-report.ts'
import { insertAnswer } from './settle-report.ts'

/**
 * Does all pending reporting work: missing reports, due reports, watched reports that were not refused in time, and
 * alarms for late ones.
 */
export async function sweepReports(ctx: Ctx, signal: AbortSignal): Promise<void> {
  await queueMissingReports(ctx)
  await ctx.tx(markInDoubt)
  await sendDueReports(ctx, signal)
  await makeDailyFiles(ctx, signal)
  await deliverFiles(ctx, signal)
  await acceptUnopposed(ctx, signal)
  await raiseAlarms(ctx)
}

type UnreportedCourse = { student_course_id: number; organization_id: number }

/** Queues the missing reports of passed courses; none are missing unless code passes a course without queuing one. */
async function queueMissingReports(ctx: Ctx): Promise<void> {
  const rows = await ctx.sql<UnreportedCourse>`
    select sc.student_course_id, sc.organization_id
    from learning.student_course sc
    where sc.passed_at > platform.now() - interval '90 days'
      and sc.lk_student_course_status_id in (${status.passed}, ${status.certificateIssued})
      and not exists (select from learning.completion_report r where r.student_course_id = sc.student_course_id)
    order by sc.passed_at
    limit 200`
  for (const row of rows) await queueOne(ctx, row)
}

/** A report that can't be written must not block those that can be sent. */
async function queueOne(ctx: Ctx, { student_course_id, organization_id }: UnreportedCourse): Promise<void> {
  try {
    const tenant = await asTenant(ctx, organization_id)
    await tenant.tx((inner) => queueCompletionReport(inner, student_course_id))
  } catch (error) {
    ctx.log.error('report.failed', error, { student_course_id })
  }
}

type WatchedReport = {
  completion_report_id: number
  student_course_id: number
  organization_id: number
  attempt: number
  agency: Agency
}

/**
 * Accepts watched reports whose deadline has passed, because a receiver that gets its records from another one sends no
 * confirmation.
 */
async function acceptUnopposed(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const rows = await ctx.sql<WatchedReport>`
    select completion_report_id, student_course_id, organization_id, attempt, agency
    from learning.completion_report where state = 'watched' and due_at <= platform.now()
    order by due_at limit 200`
  for (const row of rows) {
    if (signal.aborted) return
    await acceptOne(ctx, row)
  }
}

/** A report that can't be written must not block the others. */
async function acceptOne(ctx: Ctx, report: WatchedReport): Promise<void> {
  try {
    const tenant = await asTenant(ctx, report.organization_id)
    await tenant.tx((inner) => acceptWatched(inner, report))
  } catch (error) {
    ctx.log.error('report.failed', error, { student_course_id: report.student_course_id })
  }
}

async function acceptWatched(ctx: Ctx, report: WatchedReport): Promise<void> {
  const { completion_report_id, student_course_id } = report
  const course = await lockStudentCourse(ctx, student_course_id)
  const { count } = await ctx.sql`
    update learning.completion_report
    set state = 'accepted', accepted_at = platform.now(), updated_at = platform.now()
    where completion_report_id = ${completion_report_id} and state = 'watched' and due_at <= platform.now()`
  if (count === 0) return
  const body = 'No refusal arrived before the deadline.'
  const answer = { outcome: 'accepted', http_status: null, receipt: null, code: null, message: null, body } as const
  await insertAnswer(ctx, report, answer, true)
  await ctx.audit({
    action: 'report.unopposed',
    subject: `student_course:${student_course_id}`,
    subject_user_id: course.user_id,
    after: { completion_report_id },
  })
}

/**
 * Logs a warning when a report is 1, 12 and 24 hours old and 12 hours before its deadline; for an uncorrected refused
 * report only the last, as number 5 (a literal, as in the index). The warnings page people; `alarms` prevents
 * duplicates.
 */
async function raiseAlarms(ctx: Ctx): Promise<void> {
  const rows = await ctx.tx(
    ({ sql }) => sql<{ completion_report_id: number; agency: string; alarms: number; due_at: Date }>`
      with open as (
        select completion_report_id,
               (platform.now() >= created_at + interval '1 hour')::int
               + (platform.now() >= created_at + interval '12 hours')::int
               + (platform.now() >= created_at + interval '24 hours')::int
               + (due_at > created_at + interval '12 hours' and platform.now() >= due_at - interval '12 hours')::int as wanted
        from learning.completion_report
        where state in ('due', 'sending', 'retry') and created_at <= platform.now() - interval '1 hour'
        union all
        select r.completion_report_id, 5
        from learning.completion_report r
        join learning.student_course sc using (student_course_id)
        where r.state = 'rejected' and r.alarms < 5 and platform.now() >= r.due_at - interval '12 hours'
          and sc.lk_student_course_status_id in (${status.completionError}, ${status.completionErrorFlhsmv})
          and not exists (select from learning.completion_report c
                          where c.corrects_report_id = r.completion_report_id)
      )
      update learning.completion_report r set alarms = open.wanted
      from open
      where r.completion_report_id = open.completion_report_id and open.wanted > r.alarms
      returning r.completion_report_id, r.agency, r.alarms, r.due_at`,
  )
  for (const { completion_report_id, agency, alarms, due_at } of rows) {
    ctx.log.warn('report.late', { completion_report_id, agency, alarms, due_at: due_at.toISOString() })
  }
}
