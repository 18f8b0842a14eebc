import type { Question } from '#modules/catalogue/index.ts'
import { isPersonal, type Purpose, purposeOf } from '#modules/catalogue/questions/purpose.shared.ts'
import type { Answer } from '#modules/learning/questions/answer.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { answerAsText } from './answer-as-text.ts'
import { answerOf, selectRegistrationState } from './registration-state.ts'

export type RegistrationAnswer = {
  question: Question
  /** The subject, if a rule or a report depends on it. */
  purpose: Purpose
  answer: Answer
  /** The answer as text; '' for none. */
  words: string
  /** Document and Social Security numbers: for agency reports, never for a log, list or export. */
  personal: boolean
}

/** All registration answers of a student, in question order: for agency reports and reviews. */
export async function listRegistrationAnswers(ctx: Ctx, course: StudentCourse): Promise<RegistrationAnswer[]> {
  const state = await selectRegistrationState(ctx, course)
  return state.visible.map((question) => {
    const answer = answerOf(state, question.question_id)
    const text = answerAsText(state, question, answer, ctx.locale)
    return { question, purpose: purposeOf(question), answer, words: text, personal: isPersonal(question) }
  })
}
