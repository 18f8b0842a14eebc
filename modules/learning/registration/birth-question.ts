import type { Question } from '#modules/catalogue/index.ts'
import { purposeOf } from '#modules/catalogue/questions/purpose.shared.ts'

/** The question that asks for the date of birth, if a registration has one. */
export const birthQuestionOf = (questions: readonly Question[]): Question | undefined =>
  questions.find((question) => purposeOf(question) === 'date-of-birth')
