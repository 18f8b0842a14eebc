import type { z } from '#platform/schema.ts'
import type { Question } from './question.schema.ts'
import type { AuthoredQuestion } from './question-input.schema.ts'

/** A stored question as authors read and send it. */
export function authoredQuestion({
  question_id,
  order,
  type,
  references,
  lk_question_type_id,
  conditional,
  configuration,
}: Question): z.input<typeof AuthoredQuestion> {
  return {
    question_id,
    order,
    type,
    questionType: 'Question',
    references,
    lk_question_type_id,
    conditional: [...conditional],
    configuration: { ...configuration },
  }
}
