import { shapeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import type { Answer } from './answer.shared.ts'
import { answerShapes, type VisibleOption } from './answer-shapes.shared.ts'

type FormattedQuestion = {
  lk_question_type_id: number
  configuration: { options: readonly VisibleOption[] }
}

/** Describes an answer, one line per part: the texts of the chosen options, matches as pairs, text as written. */
export function formatAnswer({ lk_question_type_id, configuration }: FormattedQuestion, answer: Answer): string[] {
  const text = (id: number) => configuration.options.find((option) => option.id === id)?.text ?? ''
  if (answer === null) return []
  if (typeof answer === 'string') return answer.split('\n')
  if (typeof answer === 'number') return [text(answer)]
  return answerShapes[shapeOf(lk_question_type_id)].format?.(answer, text, configuration.options) ?? []
}
