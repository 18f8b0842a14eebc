import type { Question } from '#modules/catalogue/index.ts'
import { confirmDateOfBirth, selectPerson } from '#modules/identity/index.ts'
import { saveAnswer } from '#modules/learning/questions/registration-answer.sql.ts'
import { isoDate } from '#modules/learning/questions/text-answer.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { birthQuestionOf } from './birth-question.ts'
import { answerOf, checkInState, type RegistrationState, selectRegistrationState } from './registration-state.ts'

const formatBirthDate = (dob: string): string => {
  const [year, month, day] = dob.split('-')
  return `${month}/${day}/${year}`
}

/** Answers the question with the profile's date of birth, if it is valid, so that the student need not. */
export async function answerFromProfile(ctx: Ctx, course: StudentCourse): Promise<void> {
  const state = await selectRegistrationState(ctx, course)
  const question = birthQuestionOf(state.visible)
  if (!question || answerOf(state, question.question_id) !== null) return
  const { dob } = await selectPerson(ctx, course.user_id)
  if (dob && !checkInState(ctx, state, question, formatBirthDate(dob)))
    await saveBirth(ctx, course, state, question, dob)
}

/** Updates the answer after staff corrected the date of birth. */
export async function correctStatedBirth(ctx: Ctx, course: StudentCourse): Promise<void> {
  const state = await selectRegistrationState(ctx, course)
  const question = birthQuestionOf(state.visible)
  const { dob } = await selectPerson(ctx, course.user_id)
  if (!dob || !question || answerOf(state, question.question_id) === null) return
  // Saved even if the question does not accept it; then both the answer and the course need attention.
  await saveBirth(ctx, course, state, question, dob)
}

async function saveBirth(
  ctx: Ctx,
  course: StudentCourse,
  state: RegistrationState,
  { question_id }: Question,
  dob: string,
): Promise<void> {
  const answer = formatBirthDate(dob)
  const submitted = state.answers.get(question_id)?.submitted_at != null
  await saveAnswer(ctx, course, { question_id, answer, personal: false, submitted, needs_review: false })
}

/**
 * Makes the answered date the student's date of birth, unless another one was confirmed. The answers are submitted by
 * then.
 */
export async function confirmStatedBirth(ctx: Ctx, course: StudentCourse, state: RegistrationState): Promise<void> {
  const question = birthQuestionOf(state.visible)
  const answer = question && answerOf(state, question.question_id)
  const dob = typeof answer === 'string' ? isoDate(answer) : null
  if (dob) await confirmDateOfBirth(ctx, course.user_id, dob)
}
