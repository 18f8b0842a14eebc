import { learningErrors } from '#modules/learning/errors.ts'
import { isSettling, passIfComplete } from '#modules/learning/progress/pass-course.ts'
import { closeAnswers, updateGrades } from '#modules/learning/questions/answer.sql.ts'
import { type Attempt, updateAttemptResult } from '#modules/learning/questions/attempt.sql.ts'
import { type AttemptStatus, attemptStatus, isFailed } from '#modules/learning/questions/attempt-status.ts'
import { gradeAnswer, type Outcome, outcomeOf } from '#modules/learning/questions/grading.ts'
import { questionsOf } from '#modules/learning/questions/questions.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { isOpen, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { quizFinished } from './facts.ts'
import { attemptsRemaining, type QuizState } from './quiz-state.ts'

/**
 * Closes and grades the open attempt, and changes the course's status accordingly. The caller must hold the course's
 * lock and check that the attempt is open, so that repeated calls of finish end it once. Throws 422 while the course is
 * not open; the attempt is graded once the course is open again.
 */
export async function endAttempt(ctx: Ctx, quizState: QuizState, attempt: Attempt): Promise<void> {
  if (!isOpen(quizState.course.lk_student_course_status_id)) throw learningErrors.cannotEnter()
  const rows = await closeAnswers(ctx, attempt.quiz_attempt_id)
  const ids = rows.map((row) => row.question_id)
  const questions = await questionsOf(ctx, quizState.course.course_version_id, ids)
  const grades = rows.map((row, index) => ({
    answer_id: row.answer_id,
    correct: gradeAnswer(questions[index]!, row.answer),
  }))
  await updateGrades(ctx, grades)
  const outcome = outcomeOf(
    grades.map((grade) => grade.correct),
    attempt.threshold,
  )
  await settleAttempt(ctx, quizState, attempt, { points: outcome.points, result: statusOf(outcome, attempt) })
}

/** Records a result, emits the fact, and changes the course's status accordingly. */
export async function settleAttempt(
  ctx: Ctx,
  quizState: QuizState,
  attempt: Attempt,
  { points, result: lk_quiz_attempt_status_id }: { points: number; result: AttemptStatus },
): Promise<void> {
  const { course, component } = quizState
  const passed = lk_quiz_attempt_status_id === attemptStatus.passed
  const decided = passed || isFailed(lk_quiz_attempt_status_id)
  await updateAttemptResult(ctx, attempt, { lk_quiz_attempt_status_id, points, passed: decided ? passed : null })
  await ctx.emit(quizFinished, {
    quiz_attempt_id: attempt.quiz_attempt_id,
    student_course_id: course.student_course_id,
    component_id: component.component_id,
    lk_quiz_attempt_status_id,
    final_ind: component.final_ind,
  })
  await moveCourse(ctx, quizState, lk_quiz_attempt_status_id)
}

/** The status of an attempt by its grades; a corrected attempt stays corrected until it is decided. */
export function statusOf({ verdict }: Outcome, { overdue, lk_quiz_attempt_status_id }: Attempt): AttemptStatus {
  if (verdict === 'passed') return attemptStatus.passed
  if (verdict === 'in_review')
    return lk_quiz_attempt_status_id === attemptStatus.fixed ? attemptStatus.fixed : attemptStatus.inReview
  return overdue ? attemptStatus.expired : attemptStatus.failed
}

async function moveCourse(ctx: Ctx, quizState: QuizState, result: AttemptStatus): Promise<void> {
  const { course, component } = quizState
  const { student_course_id } = course
  // A late grade must not reopen a course that was disabled, refunded or expired in the meantime.
  if (!isSettling(course.lk_student_course_status_id)) return
  // Every quiz must be passed, so a failed one without attempts left ends the course.
  if (isFailed(result) && attemptsRemaining(quizState) === 0)
    await changeStatus(ctx, student_course_id, status.failed, 'system')
  if (!component.final_ind) return
  if (result === attemptStatus.passed) await passIfComplete(ctx, student_course_id)
  if (result === attemptStatus.inReview && isOpen(course.lk_student_course_status_id))
    await changeStatus(ctx, student_course_id, status.inReview, 'system')
}

/** Ends an overdue attempt if its course is open. Returns the current quiz state. */
export async function endIfOverdue(
  ctx: Ctx,
  quizState: QuizState,
  reload: (options: { lock: boolean }) => Promise<QuizState>,
): Promise<QuizState> {
  if (!quizState.attempt?.overdue || !isOpen(quizState.course.lk_student_course_status_id)) return quizState
  const locked = await reload({ lock: true })
  if (!locked.attempt?.overdue || !isOpen(locked.course.lk_student_course_status_id)) return locked
  await endAttempt(ctx, locked, locked.attempt)
  return reload({ lock: false })
}
