import type { ComponentType } from 'react'
import { type AnswerField, questionTypeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import type { QuestionProps } from './answer-field-parts.tsx'
import { MatchField } from './match-question.island.tsx'
import { OrderField } from './order-question.island.tsx'
import { plainFields } from './plain-fields.tsx'
import { SpotField } from './spot-question.island.tsx'

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
