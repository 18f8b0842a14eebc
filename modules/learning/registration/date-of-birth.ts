import type { Ctx } from '../../../platform/ctx.ts'
import { giveDateOfBirth, selectPerson } from '../../identity/index.ts'
import { isoDate } from '../quiz/answer-rules.shared.ts'
import type { StudentCourse } from '../student-course.sql.ts'
import { purposeOf } from './purpose.shared.ts'
import { saveAnswer } from './registration-answer.sql.ts'
import { answerOf, checkInState, type RegistrationState, selectRegistrationState } from './registration-state.ts'

const birthQuestion = ({ visible }: RegistrationState) =>
  visible.find((question) => purposeOf(question) === 'date-of-birth')

/** A date of birth that the profile knows is not asked for again: its question is answered with it, where it is right. */
export async function answerFromProfile(ctx: Ctx, course: StudentCourse): Promise<void> {
  const state = await selectRegistrationState(ctx, course)
  const question = birthQuestion(state)
  if (!question || answerOf(state, question.question_id) !== null) return
  const { dob } = await selectPerson(ctx, course.user_id)
  if (!dob) return
  const [year, month, day] = dob.split('-')
  const answer = `${month}/${day}/${year}`
  if (checkInState(ctx, state, question, answer)) return
  const { question_id } = question
  await saveAnswer(ctx, course, { question_id, answer, personal: false, submitted: false, needs_review: false })
}

/** The stated date becomes the date of birth of a profile that has none. The answers are submitted. */
export async function giveStatedBirth(ctx: Ctx, course: StudentCourse, state: RegistrationState): Promise<void> {
  const question = birthQuestion(state)
  const answer = question && answerOf(state, question.question_id)
  const dob = typeof answer === 'string' ? isoDate(answer) : null
  if (dob) await giveDateOfBirth(ctx, course.user_id, dob)
}
