import { asTenant } from '#modules/identity/index.ts'
import { examReported } from '#modules/learning/facts.ts'
import { type ExternalExam, findExam, updateAskAt, updateExam } from '#modules/learning/progress/exam.sql.ts'
import { isRunning, mayMove } from '#modules/learning/progress/exam-state.shared.ts'
import { passIfComplete } from '#modules/learning/progress/pass-course.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { type ExamKey, type ExamReport, examProvider } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { examAudit, lockExam } from './begin-exam.ts'

const timeout_ms = 15_000

/** The provider's key for a session; null until it is registered there. */
export const keyOf = ({ reference, provider_exam: exam, provider_attempt: attempt }: ExternalExam): ExamKey | null =>
  exam && attempt ? { reference, exam, attempt } : null

/**
 * Fetches a session's state from the provider with our own credentials and updates the course. This is the only place
 * that writes results. False if the provider could not be reached or its response was invalid.
 */
export async function pollExam(
  ctx: Ctx,
  exam: ExternalExam,
  method: 'read' | 'stop' = 'read',
  signal: AbortSignal = AbortSignal.timeout(timeout_ms),
): Promise<boolean> {
  const provider = ctx.use(examProvider)
  const key = keyOf(exam)
  if (!provider || !key || !isRunning(exam.state)) return Boolean(provider)
  const response = await provider[method](key, signal)
  if (response.outcome === 'reported') {
    await ctx.tx((inner) => settleExam(inner, exam, response.report))
    return true
  }
  ctx.log.warn('exam.away', { exam: exam.external_exam_id, detail: response.detail })
  return false
}

/** Ends a student's session: a started one is submitted as it is, one not started is withdrawn. Neither is a result. */
export async function stopExam(ctx: Ctx, exam: ExternalExam): Promise<boolean> {
  if (!(await pollExam(ctx, exam))) return false
  const current = await findExam(ctx, exam.external_exam_id)
  if (current?.state === 'started') return pollExam(ctx, current, 'stop')
  const key = current && keyOf(current)
  if (current?.state !== 'authorized' || !key) return true
  const removed = await ctx.use(examProvider)?.remove(key, AbortSignal.timeout(timeout_ms))
  if (removed) await ctx.tx((inner) => settleExam(inner, current, withdrawn))
  return Boolean(removed)
}

const withdrawn: ExamReport = { state: 'cancelled', score: null, passed: null, remarks: [] }

/** Applies a report. A session only moves forward, so an outdated response changes nothing. */
async function settleExam(ctx: Ctx, { external_exam_id }: ExternalExam, examReport: ExamReport): Promise<void> {
  const row = await lockExam(ctx, external_exam_id)
  if (!row || !isRunning(row.exam.state)) return
  const { exam: before, course } = row
  if (!mayMove(before.state, examReport.state)) return
  const { state, score, passed: exam_passed, remarks } = examReport
  const exam = await updateExam(ctx, before, { state, score, exam_passed, remarks })
  await updateAskAt(ctx, exam, isRunning(state))
  const after = { ...examAudit(exam), ...(remarks.length > 0 && { remarks: remarks.length }) }
  await ctx.audit({ action: 'security.exam', ...courseEvent(course), before: { result: before.state }, after })
  if (state === 'passed' || state === 'violation') await passIfComplete(ctx, exam.student_course_id)
}

/** Fetches the state of one session, for the job caused by a push. */
export async function pollExamById(ctx: Ctx, external_exam_id: number, signal: AbortSignal): Promise<void> {
  const exam = await findExam(ctx, external_exam_id)
  if (!exam || exam.cleared_at) return
  await pollExam(await asTenant(ctx, exam.organization_id), exam, 'read', signal)
}

const maxPerSweep = 100

/** Fetches the state of sessions whose poll is due, so that a lost push loses no result. */
export async function pollExams(ctx: Ctx, signal: AbortSignal): Promise<void> {
  for (let count = 0; count < maxPerSweep && !signal.aborted; count += 1) {
    const [externalExam] = await ctx.tx(
      ({ sql }) => sql<{ external_exam_id: number }>`
        update learning.external_exam
        set asks = asks + 1,
            ask_at = platform.now() + least(power(2, least(asks, 10)), 60) * interval '1 minute'
        where external_exam_id = (
          select external_exam_id from learning.external_exam where ask_at <= platform.now()
          order by ask_at limit 1 for update skip locked)
        returning external_exam_id`,
    )
    if (!externalExam) return
    await pollExamById(ctx, externalExam.external_exam_id, signal)
  }
}

/** Handles the provider's push about a session: the details are fetched later. False for an unknown session. */
export const receiveExamPush = (ctx: Ctx, reference: string): Promise<boolean> =>
  ctx.tx(async (inner) => {
    const [exam] = await inner.unscoped.sql<{ external_exam_id: number; running: boolean }>`
      select external_exam_id, ask_at is not null as running from learning.external_exam where reference = ${reference}`
    if (exam?.running) await inner.emit(examReported, { external_exam_id: exam.external_exam_id })
    return Boolean(exam)
  })
