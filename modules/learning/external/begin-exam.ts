import { createHmac } from 'node:crypto'
import { selectCourseState } from '#modules/learning/progress/completion.ts'
import { pageOf, pathOf } from '#modules/learning/progress/course-route.ts'
import {
  type ExternalExam,
  findExam,
  insertExam,
  listExams,
  updateAskAt,
  updateExam,
} from '#modules/learning/progress/exam.sql.ts'
import { isRunning } from '#modules/learning/progress/exam-state.shared.ts'
import { findCoursePosition } from '#modules/learning/progress/find-course-position.ts'
import { listPendingExams } from '#modules/learning/progress/owed-exams.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { type ExamFailure, type ExamKind, type ExamRequest, examProvider } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { secretPort, siteUrlPort } from '#platform/ports.ts'
import { externalErrors } from './errors.ts'

/** The maximum of failed exams and confirmed violations; after that, staff decide about another attempt. */
const maxTries = 3
/** The maximum of sessions of all kinds, which bounds the registrations at the provider. */
const maxSessions = 12
const timeout_ms = 20_000

/** The number of attempts at an exam that remain. */
export const triesLeft = (kind: ExamKind, exams: readonly ExternalExam[]): number =>
  Math.max(0, maxTries - exams.filter((exam) => exam.kind === kind && isUsed(exam)).length)

const isUsed = ({ state, accepted }: ExternalExam): boolean =>
  state === 'failed' || (state === 'violation' && accepted === false)

/**
 * The session of the due exam, registered at its provider: the open one, otherwise a new one. It is stored before the
 * request, so that a retry after a lost response uses the same name and never creates two sessions.
 */
export async function beginExam(ctx: Ctx, student_course_id: number, kind: ExamKind): Promise<ExternalExam> {
  const provider = ctx.use(examProvider)
  if (!provider) throw externalErrors.examsDown()
  const { exam, request } = await ctx.tx((inner) => openSession(inner, student_course_id, kind, provider.name))
  if (exam.state !== 'created') return exam
  const result = await provider.open(request, AbortSignal.timeout(timeout_ms))
  if (result.outcome !== 'opened') return refuse(ctx, exam, result)
  const { outcome: _, exam: provider_exam, attempt: provider_attempt, launch_url } = result
  const authorized = await ctx.tx((inner) =>
    authorizeSession(inner, exam, { provider_exam, provider_attempt, launch_url }),
  )
  if (authorized) return authorized
  // Staff cleared the course while the provider was being called.
  await provider.remove(
    { reference: exam.reference, exam: provider_exam, attempt: provider_attempt },
    AbortSignal.timeout(timeout_ms),
  )
  throw externalErrors.noExternalExam()
}

async function refuse(ctx: Ctx, exam: ExternalExam, { outcome, detail }: ExamFailure): Promise<never> {
  ctx.log.warn('exam.not-opened', { exam: exam.external_exam_id, outcome, detail })
  if (outcome === 'away') throw externalErrors.examsDown()
  await ctx.tx((inner) => refuseSession(inner, exam, detail))
  throw externalErrors.examRefused()
}

type Session = { exam: ExternalExam; request: ExamRequest }

async function openSession(ctx: Ctx, student_course_id: number, kind: ExamKind, provider: string): Promise<Session> {
  const course = await lockStudentCourse(ctx, student_course_id)
  const { steps } = await selectCourseState(ctx, course)
  const position = await findCoursePosition(ctx, course, steps)
  const missingExams = pageOf(position) === 'external' ? await listPendingExams(ctx, course) : []
  if (missingExams.find((entry) => entry.kind === kind)?.waitsFor !== 'student')
    throw externalErrors.noExternalExam({}, { redirect: pathOf(position) })
  const exams = await listExams(ctx, student_course_id)
  const runningExam = exams.find((exam) => exam.kind === kind && isRunning(exam.state))
  if (!runningExam && (triesLeft(kind, exams) === 0 || exams.length >= maxSessions)) throw externalErrors.examsUsed()
  const exam = runningExam ?? (await insertExam(ctx, course, { kind, provider }))
  if (!runningExam) await ctx.audit({ action: 'security.exam', ...courseEvent(course), after: examAudit(exam) })
  return { exam, request: await requestOf(ctx, course, exam) }
}

/** The fields of a session recorded in the audit log. */
export const examAudit = ({ kind, state, score }: Pick<ExternalExam, 'kind' | 'state' | 'score'>) => ({
  kind,
  result: state,
  ...(score !== null && { score }),
})

async function requestOf(ctx: Ctx, course: StudentCourse, exam: ExternalExam): Promise<ExamRequest> {
  const [person] = await ctx.sql<{ first_name: string; last_name: string }>`
    select first_name, last_name from identity.v_person where user_id = ${course.user_id}`
  const { first_name = '', last_name = '' } = person ?? {}
  const { kind, reference, student_course_id } = exam
  return {
    reference,
    kind,
    exam: { id: course.course_version_id, course_id: course.course_id, name: course.course_name },
    student: { id: studentId(ctx, course.user_id), name: `${first_name} ${last_name}`.trim() },
    return_url: ctx.use(siteUrlPort)(
      ctx.organization.code,
      pathTo('/course/:studentCourseId/external', { studentCourseId: student_course_id }),
    ),
  }
}

/** Identifies a student to the provider in all exams; only we can map it to an account. */
const studentId = (ctx: Ctx, user_id: number): string =>
  createHmac('sha256', ctx.use(secretPort)).update(`exam student ${user_id}`).digest('hex')

type ProviderSession = { provider_exam: string; provider_attempt: string; launch_url: string }

/**
 * Authorizes a session; null if it no longer counts. Concurrent registrations are the same session at the provider.
 */
async function authorizeSession(
  ctx: Ctx,
  { external_exam_id }: ExternalExam,
  providerSession: ProviderSession,
): Promise<ExternalExam | null> {
  const row = await lockExam(ctx, external_exam_id)
  if (!row) return null
  if (row.exam.state !== 'created') return isRunning(row.exam.state) ? row.exam : null
  const exam = await updateExam(ctx, row.exam, { state: 'authorized', ...providerSession })
  await updateAskAt(ctx, exam, true)
  await ctx.audit({ action: 'security.exam', ...courseEvent(row.course), after: examAudit(exam) })
  return exam
}

async function refuseSession(ctx: Ctx, { external_exam_id }: ExternalExam, detail: string): Promise<void> {
  const row = await lockExam(ctx, external_exam_id)
  if (row?.exam.state !== 'created') return
  const exam = await updateExam(ctx, row.exam, { state: 'cancelled' })
  await ctx.audit({ action: 'security.exam', ...courseEvent(row.course), after: { ...examAudit(exam), detail } })
}

/** Locks the course of a session and returns both; null if the session no longer counts. */
export async function lockExam(
  ctx: Ctx,
  external_exam_id: number,
): Promise<{ exam: ExternalExam; course: StudentCourse } | null> {
  const externalExam = await findExam(ctx, external_exam_id)
  if (!externalExam) return null
  const course = await lockStudentCourse(ctx, externalExam.student_course_id)
  const exam = await findExam(ctx, external_exam_id)
  return exam && !exam.cleared_at ? { exam, course } : null
}
