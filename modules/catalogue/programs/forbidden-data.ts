import type { Question } from '#modules/catalogue/questions/question.schema.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'

const maidenName = /\b(maiden name|apellido de soltera)\b/i

export type ForbiddenDatum = 'ssn' | 'mothers_maiden_name'

const asksFor: Readonly<Record<ForbiddenDatum, (question: Question) => boolean>> = {
  ssn: ({ lk_question_type_id }) => lk_question_type_id === questionType.ssn,
  mothers_maiden_name: ({ configuration }) => maidenName.test(configuration.title),
}

/** The data that a program forbids and a question collects. */
export const forbiddenIn = (question: Question, forbidden: readonly ForbiddenDatum[]): ForbiddenDatum[] =>
  forbidden.filter((datum) => asksFor[datum](question))
