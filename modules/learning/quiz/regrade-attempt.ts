import { listComponents } from '#modules/catalogue/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import type { ReviewResult } from '#modules/learning/facts.ts'
import { isSettling, passIfComplete } from '#modules/learning/progress/pass-course.ts'
import { reopenProgress } from '#modules/learning/progress/progress.sql.ts'
import { listAnswers } from '#modules/learning/questions/answer.sql.ts'
import { selectAttempt, updateGrader } from '#modules/learning/questions/attempt.sql.ts'
import { type AttemptStatus, attemptStatus } from '#modules/learning/questions/attempt-status.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { outcomeOf } from '#modules/learning/questions/grading.ts'
import { hasPassedQuiz } from '#modules/learning/questions/quiz-passed.sql.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { notifyStudent } from '#modules/learning/status/notify-student.ts'
import { isComplete, isOpen, status } from '#modules/learning/student-course/course-status.shared.ts'
import { requireNotOwnCourse } from '#modules/learning/student-course/not-own-course.ts'
import { lockStudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { settleAttempt, statusOf } from './end-attempt.ts'
import { type QuizState, selectQuizState } from './quiz-state.ts'

/** Whether the answer is right; null while undecided. */
type PersonGrade = { question_id: number; correct: boolean | null; comment?: string | null }
/** The statuses that staff may set on an attempt. */
export const decidableStatuses = [
  attemptStatus.inReview,
  attemptStatus.passed,
  attemptStatus.failed,
  attemptStatus.needsAttention,
] as const
type DecidableStatus = (typeof decidableStatuses)[number]

/** A staff decision about an attempt. Without a status, it follows from the grades. */
export type Decision = {
  /** The version that the grader saw. */
  version: number
  grades?: readonly PersonGrade[]
  lk_quiz_attempt_status_id?: DecidableStatus
  comment?: string | null
}

/**
 * Manual grading: records the grades, recomputes the result, and lets the course continue (pass, fail, back to the
 * student) if it waited for this. Needs a transaction; the caller must check the scope. Throws 403 for the grader's own course,
 * 404 for a question of another attempt, 409 once the course is passed or someone else has graded meanwhile, 422 for an
 * attempt in progress.
 */
export async function regradeAttempt(ctx: Ctx, quiz_attempt_id: number, decision: Decision): Promise<void> {
  const { student_course_id, component_id } = await selectAttempt(ctx, quiz_attempt_id)
  const quizKey = { studentCourseId: student_course_id, componentId: component_id }
  const quizState = await selectQuizState(ctx, quizKey, { lock: true })
  const attempt = quizState.attempts.find((other) => other.quiz_attempt_id === quiz_attempt_id)!
  if (attempt.submitted_at === null) throw quizErrors.unfinished()
  const user_id = await requireNotOwnCourse(ctx, quizState.course.user_id)
  if (attempt.version !== decision.version) throw quizErrors.gradedMeanwhile()
  if (isComplete(quizState.course.lk_student_course_status_id)) throw learningErrors.statusRefused()
  for (const grade of decision.grades ?? []) await updatePersonGrade(ctx, quiz_attempt_id, grade)
  const rows = await listAnswers(ctx, quiz_attempt_id)
  const outcome = outcomeOf(
    rows.map((row) => row.correct),
    attempt.threshold,
  )
  const result = decision.lk_quiz_attempt_status_id ?? statusOf(outcome, attempt)
  await updateGrader(ctx, quiz_attempt_id, { user_id, comment: decision.comment ?? null })
  const updatedState = await reopenFailed(ctx, quizState, result)
  await settleAttempt(ctx, updatedState, attempt, { points: outcome.points, result })
  await updateCourseStatus(ctx, updatedState, result)
  const reviewResult = notifiedResults[result]
  if (reviewResult) await notifyStudent(ctx, { student_course_id, quiz_attempt_id, result: reviewResult })
}

/** Results that end a review, with the student's notification. */
const notifiedResults: Partial<Record<AttemptStatus, ReviewResult>> = {
  [attemptStatus.passed]: 'passed',
  [attemptStatus.failed]: 'failed',
  [attemptStatus.needsAttention]: 'sent-back',
}

async function updatePersonGrade(ctx: Ctx, quiz_attempt_id: number, { question_id, correct, comment }: PersonGrade) {
  const rows = await ctx.sql`
    update learning.quiz_answer set correct = ${correct}, comment = ${comment ?? null}
    where quiz_attempt_id = ${quiz_attempt_id} and question_id = ${question_id}`
  if (rows.count === 0) throw errors.notFound()
}

/** A course that failed because of this attempt reopens once the attempt is no longer failed. */
async function reopenFailed(ctx: Ctx, quizState: QuizState, result: AttemptStatus): Promise<QuizState> {
  const { student_course_id, lk_student_course_status_id } = quizState.course
  if (lk_student_course_status_id !== status.failed || result === attemptStatus.failed) return quizState
  return { ...quizState, course: await changeStatus(ctx, student_course_id, status.inProgress, 'staff') }
}

async function updateCourseStatus(ctx: Ctx, quizState: QuizState, result: AttemptStatus): Promise<void> {
  const { student_course_id, lk_student_course_status_id: courseStatus } = quizState.course
  if (result === attemptStatus.passed) await passIfLastGrade(ctx, student_course_id)
  else if (result === attemptStatus.failed) await reopen(ctx, quizState)
  else if (result === attemptStatus.needsAttention) await sendBack(ctx, quizState)
  else if (courseStatus === status.inReview || courseStatus === status.fixed)
    await changeStatus(ctx, student_course_id, status.grading, 'staff')
}

/** The student must pass the quiz again, even after moving on; a waiting course returns to the student. */
async function reopen(ctx: Ctx, { course: { student_course_id }, component }: QuizState): Promise<void> {
  if (await hasPassedQuiz(ctx, student_course_id, component.component_id)) return
  await reopenProgress(ctx, student_course_id, component.component_id)
  if (await isWaiting(ctx, student_course_id)) await changeStatus(ctx, student_course_id, status.inProgress, 'staff')
}

/** The student corrects the answers; a waiting course gets the corresponding status, one in progress continues. */
async function sendBack(ctx: Ctx, { course: { student_course_id }, component }: QuizState): Promise<void> {
  if (await hasPassedQuiz(ctx, student_course_id, component.component_id)) return
  if (await isWaiting(ctx, student_course_id))
    await changeStatus(ctx, student_course_id, status.needsAttention, 'staff')
}

async function isWaiting(ctx: Ctx, student_course_id: number): Promise<boolean> {
  const { lk_student_course_status_id } = await lockStudentCourse(ctx, student_course_id)
  return isSettling(lk_student_course_status_id) && !isOpen(lk_student_course_status_id)
}

/** Passes a finished course that waited only for this grade. */
async function passIfLastGrade(ctx: Ctx, student_course_id: number): Promise<void> {
  const { course_version_id } = await selectStudentCourse(ctx, student_course_id)
  const components = await listComponents(ctx, course_version_id)
  const final = components.find((component) => component.final_ind)
  if (final && (await hasPassedQuiz(ctx, student_course_id, final.component_id)))
    await passIfComplete(ctx, student_course_id)
}
