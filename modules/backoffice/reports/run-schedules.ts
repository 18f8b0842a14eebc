import { requesterContext } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { auditRefused } from './carry-out-report.ts'
import { mayRead } from './filters.ts'
import { findReport } from './reports.ts'
import { endLostRuns, insertRun, type NewRun } from './run.sql.ts'
import { lockDue, type Schedule, updateNext } from './schedule.sql.ts'
import { lastTime, nextTime } from './schedule-time.ts'
import { startRun } from './start-run.ts'

/** The most schedules that one run of the job starts; the next run continues. */
const maxAtOnce = 50

/**
 * Starts due scheduled reports, once however many times were missed, for every recipient with their current
 * permissions. Safe to repeat and to run concurrently.
 */
export async function runDueSchedules(ctx: Ctx): Promise<void> {
  await endLostRuns(ctx)
  for (let n = 0; n < maxAtOnce; n++) {
    const started = await ctx.tx(async (inner) => {
      const schedule = await lockDue(inner)
      if (!schedule) return false
      await begin(inner, schedule, schedule.now)
      return true
    })
    if (!started) return
  }
}

async function begin(ctx: Ctx, schedule: Schedule, now: Date): Promise<void> {
  // After a server outage only the last missed time: one file contains what several would have.
  const due_at = lastTime(schedule, now)
  for (const user_id of schedule.recipients) await beginFor(ctx, schedule, user_id, due_at)
  await updateNext(ctx, schedule.report_schedule_id, nextTime(schedule, now))
}

async function beginFor(ctx: Ctx, schedule: Schedule, user_id: number, due_at: Date): Promise<void> {
  const { organization_id, report_schedule_id, filters, format } = schedule
  const report = findReport(schedule.report)
  const recipient = await requesterContext(ctx, user_id, organization_id)
  const run: NewRun = {
    organization_id,
    user_id,
    report: schedule.report,
    filters,
    format,
    locale: recipient?.locale ?? 'en-us',
    request_id: `schedule ${report_schedule_id} ${due_at.toISOString()}`,
    report_schedule_id,
    due_at,
  }
  if (recipient && report && mayRead(recipient, report)) {
    // In the recipient's name: the file is theirs while they may see its content.
    await startRun(recipient, report, run)
    return
  }
  const refusedRunId = await insertRun(ctx, run, 'refused')
  if (refusedRunId !== null) await auditRefused(ctx, run)
}
