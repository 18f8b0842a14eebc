import type { Question } from '#modules/catalogue/index.ts'
import { isPersonal } from '#modules/catalogue/questions/purpose.shared.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import type { Answer } from '#modules/learning/questions/answer.shared.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { deleteAnswers, saveAnswer } from '#modules/learning/questions/registration-answer.sql.ts'
import { recordDocumentSubmission } from '#modules/learning/questions/submission.sql.ts'
import { fixIfAllCorrected } from '#modules/learning/status/fix-course.ts'
import { isComplete } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localize } from '#platform/texts.ts'
import { registrationErrors } from './errors.ts'
import { saveStatedLicense } from './license-answers.ts'
import { clearConfirmation, insertRegistration } from './registration.sql.ts'
import { isLocked, lockForRegistration } from './registration-open.ts'
import { canonicalRegistrationAnswer } from './registration-rules.shared.ts'
import {
  checkInState,
  problemsOf,
  type RegistrationState,
  rejectionOf,
  selectRegistrationState,
} from './registration-state.ts'

type AnswerInput = { studentCourseId: number; questionId: number; answer: unknown }
export type SavedAnswerState = { course: StudentCourse; state: RegistrationState; answer: Answer }

/**
 * Validates and saves one answer, and deletes the answers that it hides; returns the new state. Repeating the same
 * answer changes nothing and is allowed even when it can no longer be changed.
 */
export async function writeAnswer(
  ctx: Ctx,
  { studentCourseId, questionId, answer: value }: AnswerInput,
  submitted: boolean,
): Promise<SavedAnswerState> {
  const course = await lockForRegistration(ctx, studentCourseId)
  await insertRegistration(ctx, course)
  const state = await selectRegistrationState(ctx, course)
  const question = requireQuestion(state, questionId)
  const answer = canonicalRegistrationAnswer(question, value)
  const row = state.answers.get(questionId)
  const isSame = row?.answered_at != null && JSON.stringify(row.answer) === JSON.stringify(answer)
  if (isSame && row.rejected_at === null && (row.submitted_at !== null || !submitted)) return { course, state, answer }
  if (!isSame) requireOpenQuestion(ctx, state, question)
  requireValid(ctx, state, question, answer, isSame)
  // An acceptance applied to the earlier answer. In a completed course it is evidence.
  if (!isComplete(course.lk_student_course_status_id)) await clearConfirmation(ctx, course)
  const needs_review = question.configuration.requireReview && answer !== null
  const personal = isPersonal(question)
  await saveAnswer(ctx, course, { question_id: questionId, answer, personal, submitted, needs_review })
  await saveStatedLicense(ctx, course, question, answer)
  const after = await deleteHiddenAnswers(ctx, course)
  if (question.lk_question_type_id === questionType.upload) await recordDocumentSubmission(ctx, studentCourseId)
  await fixIfAllCorrected(ctx, studentCourseId)
  return { course, state: after, answer }
}

/** Returns a current question; throws 404 if it is hidden or of another course. */
export function requireQuestion(state: Pick<RegistrationState, 'visible'>, question_id: number): Question {
  const question = state.visible.find((other) => other.question_id === question_id)
  if (!question) throw quizErrors.questionUnknown()
  return question
}

/** Throws 422 if a question can no longer be answered, or its timer has not started. */
export function requireOpenQuestion(ctx: Ctx, state: RegistrationState, question: Question): void {
  const row = state.answers.get(question.question_id)
  const hasProblem = problemsOf(ctx, state).some(({ question_id }) => question_id === question.question_id)
  if (isLocked(state.course, question, row, hasProblem)) throw quizErrors.answerClosed()
  if (!question.configuration.timer.active) return
  if (row?.timer_expires_at == null) throw registrationErrors.noTimer()
  if (row.timer_over) throw quizErrors.answerClosed()
}

/** Throws 422 for an invalid answer, with the problem at `answer`. */
function requireValid(ctx: Ctx, state: RegistrationState, question: Question, answer: Answer, same: boolean): void {
  // A refused answer stays refused, so the student must send a different one.
  const problem = checkInState(ctx, state, question, answer) ?? (same ? rejectionOf(state, question) : null)
  if (!problem) return
  const { question_id: questionId } = question
  const reason = answer === null ? 'REG_INC' : 'REG_INV'
  const issues = [{ path: 'answer', message: localize(ctx.locale, problem.text, problem.params) }]
  throw learningErrors.registrationInvalid({}, { reason, questionId }, issues)
}

async function deleteHiddenAnswers(ctx: Ctx, course: StudentCourse): Promise<RegistrationState> {
  const state = await selectRegistrationState(ctx, course)
  const visibleIds = new Set(state.visible.map(({ question_id }) => question_id))
  const hidden = [...state.answers.keys()].filter((question_id) => !visibleIds.has(question_id))
  await deleteAnswers(ctx, course, hidden)
  const answers = new Map([...state.answers].filter(([question_id]) => visibleIds.has(question_id)))
  return { ...state, answers }
}
