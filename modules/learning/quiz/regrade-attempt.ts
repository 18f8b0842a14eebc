import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { listComponents } from '../../catalogue/index.ts'
import { learningErrors } from '../errors.ts'
import { finalExamPassed, isSettling } from '../player/pass-course.ts'
import { reopenProgress } from '../player/progress.sql.ts'
import { changeStatus } from '../status/change-status.ts'
import { isComplete, isOpen, status } from '../status/course-status.shared.ts'
import { selectStudentCourse } from '../student-course.sql.ts'
import { listAnswers } from './answer.sql.ts'
import { selectAttempt } from './attempt.sql.ts'
import { settle } from './end-attempt.ts'
import { quizErrors } from './errors.ts'
import { outcomeOf } from './grading.ts'
import { hasPassedQuiz } from './quiz-passed.sql.ts'
import { type QuizState, selectQuizState } from './quiz-state.ts'

export type PersonGrade = { question_id: number; correct: boolean; comment?: string | null }

/**
 * Grades by a person: writes them, works the outcome out anew, and lets the course go on (pass, fail, back to a retake)
 * where it waited for this. Needs a transaction; the caller has checked that the grader may. Throws 404 for a question
 * of another attempt, 409 once the course is passed, 422 for an attempt that still runs.
 */
export async function regradeAttempt(ctx: Ctx, quiz_attempt_id: number, grades: readonly PersonGrade[]): Promise<void> {
  const { student_course_id, component_id } = await selectAttempt(ctx, quiz_attempt_id)
  const quizState = await selectQuizState(
    ctx,
    { studentCourseId: student_course_id, componentId: component_id },
    { lock: true },
  )
  const attempt = quizState.attempts.find((other) => other.quiz_attempt_id === quiz_attempt_id)!
  if (attempt.submitted_at === null) throw quizErrors.unfinished()
  if (isComplete(quizState.course.lk_student_course_status_id)) throw learningErrors.statusRefused()
  for (const grade of grades) await updatePersonGrade(ctx, quiz_attempt_id, grade)
  const rows = await listAnswers(ctx, quiz_attempt_id)
  const outcome = outcomeOf(
    rows.map((row) => row.correct),
    attempt.threshold,
  )
  await settle(ctx, quizState, attempt, outcome)
  if (outcome.verdict === 'failed') await reopen(ctx, quizState)
  if (outcome.verdict === 'passed') await passIfThatWasAll(ctx, student_course_id)
}

async function updatePersonGrade(ctx: Ctx, quiz_attempt_id: number, { question_id, correct, comment }: PersonGrade) {
  const rows = await ctx.sql`
    update learning.quiz_answer set correct = ${correct}, comment = ${comment ?? null}
    where quiz_attempt_id = ${quiz_attempt_id} and question_id = ${question_id}`
  if (rows.count === 0) throw errors.notFound()
}

/** The student, who may have gone on meanwhile, must pass the quiz after all; a course that waited goes back to them. */
async function reopen(ctx: Ctx, { course: { student_course_id }, component }: QuizState): Promise<void> {
  if (await hasPassedQuiz(ctx, student_course_id, component.component_id)) return
  await reopenProgress(ctx, student_course_id, component.component_id)
  const { lk_student_course_status_id } = await selectStudentCourse(ctx, student_course_id)
  const waits = isSettling(lk_student_course_status_id) && !isOpen(lk_student_course_status_id)
  if (waits) await changeStatus(ctx, student_course_id, status.inProgress)
}

/** The last grade that a finished course waited for passes it. */
async function passIfThatWasAll(ctx: Ctx, student_course_id: number): Promise<void> {
  const { course_version_id } = await selectStudentCourse(ctx, student_course_id)
  const components = await listComponents(ctx, course_version_id)
  const final = components.find((component) => component.final_ind)
  if (final && (await hasPassedQuiz(ctx, student_course_id, final.component_id)))
    await finalExamPassed(ctx, student_course_id)
}
