import { questionTypeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import { island } from '#platform/ui/island.tsx'
import type { QuestionProps } from './answer-field-parts.tsx'
import { answerFields } from './answer-fields.shared.tsx'

/** The fields of one question; they belong to a form of the page and work without scripts. */
export default island('learning/question', { when: 'load' }, QuestionFields)

function QuestionFields(props: QuestionProps) {
  const { Ask } = answerFields[questionTypeOf(props.question.lk_question_type_id).field]
  return <Ask {...props} />
}
