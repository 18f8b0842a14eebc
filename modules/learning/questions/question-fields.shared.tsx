import { questionTypeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import type { QuestionProps } from './answer-field-parts.tsx'
import MatchQuestion from './match-question.island.tsx'
import OrderQuestion from './order-question.island.tsx'
import { plainFields } from './plain-fields.tsx'
import SpotQuestion from './spot-question.island.tsx'

/**
 * The fields of one question, for a form of the page; they work without scripts. Only kinds that scripts improve are
 * islands, one island for each kind, so that a page loads no script for the others.
 */
export function QuestionFields(props: QuestionProps) {
  const { field } = questionTypeOf(props.question.lk_question_type_id)
  if (field === 'order') return <OrderQuestion {...props} />
  if (field === 'matching') return <MatchQuestion {...props} />
  if (field === 'spot') return <SpotQuestion {...props} />
  const Plain = plainFields[field]
  return <Plain {...props} />
}
