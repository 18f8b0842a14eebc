import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse, staffOfCourse } from '#modules/learning/permissions.ts'
import { listExams } from '#modules/learning/progress/exam.sql.ts'
import { isRunning } from '#modules/learning/progress/exam-state.shared.ts'
import { passIfComplete } from '#modules/learning/progress/pass-course.ts'
import { notifyStudent } from '#modules/learning/status/notify-student.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { requireNotOwnCourse } from '#modules/learning/student-course/not-own-course.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { type ExamKind, examProvider } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { either } from '#platform/permissions.ts'
import type { Rate } from '#platform/rate-class.ts'
import { id, requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { beginExam } from './begin-exam.ts'
import { externalErrors } from './errors.ts'
import { externalTexts } from './external.texts.ts'
import { keyOf, pollExam, stopExam } from './poll-exam.ts'
import { ExamShown, showExam } from './show-exam.ts'

/** Rate limit: each of these calls reaches the provider. */
const providerRate: Rate = { name: 'external-exam', perMinute: 10, burst: 20, shared: true }
const transaction = { own: 'no connection waits while the provider is asked' }

/** The common part of the calls that open a session. */
export const openExamCall = {
  gives: ExamShown,
  fails: [
    externalErrors.noExternalExam,
    externalErrors.examsUsed,
    externalErrors.examRefused,
    externalErrors.examsDown,
  ],
  transaction,
  rate: providerRate,
}

/** The common part of the calls that read a session's state. */
export const readExamCall = { gives: ExamShown, transaction, rate: providerRate }

/** Registers or continues a session, and returns it with a message. */
export async function openExam(ctx: Ctx, student_course_id: number, kind: ExamKind) {
  await beginExam(ctx, student_course_id, kind)
  return { ...(await showExam(ctx, student_course_id, kind)), message: localText(ctx.locale, externalTexts, 'ready') }
}

/** The state of the last session, fetched from the provider if it may have changed. */
export async function readExam(ctx: Ctx, student_course_id: number, kind: ExamKind, action: 'read' | 'stop' = 'read') {
  const [lastExam] = (await listExams(ctx, student_course_id)).filter((exam) => exam.kind === kind)
  const isUpToDate = !lastExam || (await (action === 'stop' ? stopExam(ctx, lastExam) : pollExam(ctx, lastExam)))
  const exam = await showExam(ctx, student_course_id, kind)
  if (!isUpToDate) return { ...exam, message: localText(ctx.locale, externalTexts, 'away') }
  const isWaiting = exam.state !== null && isRunning(exam.state)
  return { ...exam, ...(isWaiting && { message: localText(ctx.locale, externalTexts, 'waiting') }) }
}

/** The student of the course, or staff who may see the student. */
export const mayReadExam = <F extends string>(field: F) =>
  either<Record<F, number>>(ofCourse(field), staffOfCourse('MANAGE_STUDENTS:READ', field))

export const authorizeTest = operation({
  call: 'POST /externalProvider/AuthorizeTest',
  summary: 'Opens a session of the proctored exam at its provider, or returns the open one',
  may: ofCourse('student_course_id'),
  takes: z.object({ student_course_id: id() }),
  ...openExamCall,
  run: (ctx, { student_course_id }) => openExam(ctx, student_course_id, 'proctored'),
})

export const testResults = operation({
  call: 'POST /externalProvider/TestResults',
  summary: 'Queries the provider for the outcome of the proctored exam. Claims of the client are never a result',
  may: mayReadExam('student_course_id'),
  takes: z.object({ student_course_id: id() }),
  ...readExamCall,
  run: (ctx, { student_course_id }) => readExam(ctx, student_course_id, 'proctored'),
})

export const clearConfiguration = operation({
  call: 'POST /externalProvider/ClearConfiguration',
  summary: 'Withdraws the sessions of a course at the provider: its student has all attempts again',
  may: staffOfCourse('MANAGE_STUDENTS:UPDATE', 'student_course_id'),
  takes: z.object({ student_course_id: id(), notes: requiredText(externalTexts.noteRequired, 2000) }),
  gives: z.object({ student_course_id: z.number(), cleared: z.number() }),
  fails: [learningErrors.ownWork],
  transaction,
  rate: providerRate,
  async run(ctx, { student_course_id, notes }) {
    const cleared = await ctx.tx((inner) => clearExams(inner, student_course_id, notes))
    // A session left at the provider is harmless: its result no longer counts.
    const provider = ctx.use(examProvider)
    for (const exam of cleared.filter(({ state }) => isRunning(state))) {
      const key = keyOf(exam)
      if (provider && key) await provider.remove(key, AbortSignal.timeout(10_000))
    }
    const message = localText(ctx.locale, externalTexts, 'cleared')
    return { student_course_id, cleared: cleared.length, ...(cleared.length > 0 && { message }) }
  },
})

/** Passed exams stay passed: only a course that still needs an exam starts over. */
async function clearExams(ctx: Ctx, student_course_id: number, notes: string) {
  const course = await lockStudentCourse(ctx, student_course_id)
  await requireNotOwnCourse(ctx, course.user_id)
  const exams = (await listExams(ctx, student_course_id)).filter(({ state }) => state !== 'passed')
  if (exams.length === 0) return []
  await ctx.sql`
    update learning.external_exam set cleared_at = platform.now(), ask_at = null
    where external_exam_id = any(${ctx.sql.array(exams.map(({ external_exam_id }) => external_exam_id))}::int[])`
  const before = { sessions: exams.length, result: exams[0]!.state }
  await ctx.audit({ action: 'security.exam-clear', ...courseEvent(course), before, after: { reason: notes } })
  await notifyStudent(ctx, { student_course_id, result: 'exam-cleared' })
  // A pending violation no longer waits for review.
  if (course.lk_student_course_status_id === status.inReview) await passIfComplete(ctx, student_course_id)
  return exams
}
