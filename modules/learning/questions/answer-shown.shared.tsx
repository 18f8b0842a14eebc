import { questionTypeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import type { AnsweredProps } from './answer-field-parts.tsx'
import { SpotShown } from './spot-shown.tsx'

/**
 * Shows a given answer in addition to its text, and the correct one if it may be seen. Only for kinds that text alone
 * does not convey.
 */
export const AnswerShown = (props: AnsweredProps) =>
  questionTypeOf(props.question.lk_question_type_id).field === 'spot' ? <SpotShown {...props} /> : null
