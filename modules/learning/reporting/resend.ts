import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { isInformedByAnother, submissionAgency } from './agencies/index.ts'
import { buildRecord } from './build-record.ts'
import { type Duties, type Duty, dutiesOf } from './duties.ts'
import type { Corrections } from './record.ts'
import { type RegisteredFacts, registeredFacts } from './registered-facts.ts'
import { insertReport, markReplaced, type Report, restartWait, selectCorrections } from './report.sql.ts'

/**
 * Sends a refused report again with the current data, as a new report that refers to it. If the receiver gets its
 * records from another one, the new report goes to that one and replaces its accepted report. Returns the id of the
 * sent report. The caller must hold the course's lock; `latest` is the latest report to each receiver.
 */
export async function resend(
  ctx: Ctx,
  course: StudentCourse,
  latest: readonly Report[],
  refused: Report,
  newCorrections: Corrections,
): Promise<number> {
  const registered = await registeredFacts(ctx, course, 'report')
  const duties = await dutiesOf(ctx, course, registered.notice_due_on)
  const replaced = latest.find(({ agency }) => agency === submissionAgency(refused.agency)) ?? refused
  const corrections = { ...(await selectCorrections(ctx, replaced)), ...newCorrections }
  const due_at = isInformedByAnother(refused.agency) ? refused.due_at : null
  const resendOne = (report: Report) => insertResend(ctx, course, { registered, duties, corrections, due_at }, report)
  const completion_report_id = await resendOne(replaced)
  for (const report of latest) {
    if (!isInformedByAnother(report.agency) || submissionAgency(report.agency) !== replaced.agency) continue
    if (report.state === 'watched') await restartWait(ctx, report)
    else if (report.state !== 'waiting') await resendOne(report)
  }
  return completion_report_id
}

type ResendContext = {
  registered: RegisteredFacts
  duties: Duties
  corrections: Corrections
  /** The deadline for the correction; null for the duty's own deadline. */
  due_at: Date | null
}

async function insertResend(
  ctx: Ctx,
  course: StudentCourse,
  { registered, duties, corrections, due_at }: ResendContext,
  report: Report,
): Promise<number> {
  if (report.state === 'accepted') await markReplaced(ctx, report)
  const duty = dutyOf(report, duties)
  const record = await buildRecord(ctx, course, registered, duty, report.number + 1, corrections)
  return insertReport(ctx, course, { ...duty, due_at: due_at ?? duty.due_at }, record, report, corrections)
}

/** The receiver's current duty; a receiver that is no longer in the rules keeps the deadline of its report. */
const dutyOf = ({ agency, state_code, due_at }: Report, duties: Duties): Omit<Duty, 'rule'> =>
  duties.find((duty) => duty.agency === agency) ?? { agency, state_code, due_at }
