import type { ComponentType } from 'react'
import { type AnswerField, questionTypeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import type { AnsweredProps, QuestionProps } from './answer-field-parts.tsx'
import { MatchField } from './match-question.island.tsx'
import { OrderField } from './order-question.island.tsx'
import { plainFields } from './plain-fields.tsx'
import { SpotField, SpotShown } from './spot-question.island.tsx'

/** The fields of each kind of answer. */
const answerFields: Readonly<Record<AnswerField, ComponentType<QuestionProps>>> = {
  ...plainFields,
  order: OrderField,
  matching: MatchField,
  spot: SpotField,
}

/** The fields of a question of any kind. */
export function AnswerFields(props: QuestionProps) {
  const Field = answerFields[questionTypeOf(props.question.lk_question_type_id).field]
  return <Field {...props} />
}

/**
 * Shows a given answer in addition to its text, and the correct one if it may be seen. Only for kinds that text alone
 * does not convey.
 */
export const AnswerShown = (props: AnsweredProps) =>
  questionTypeOf(props.question.lk_question_type_id).field === 'spot' ? <SpotShown {...props} /> : null
