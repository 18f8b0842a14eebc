import type { Question } from '#modules/catalogue/index.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import type { Answer } from '#modules/learning/questions/answer.shared.ts'
import { label } from '#platform/lookups.ts'
import { lk_state } from '#platform/states.ts'
import type { Locale } from '#platform/texts.ts'
import { countiesOf, type RegistrationState } from './registration-state.ts'

/** An answer as text: the options' texts, the county or state, the file's name; '' for none. */
export function answerAsText(state: RegistrationState, question: Question, answer: Answer, locale: Locale): string {
  const { lk_question_type_id, configuration } = question
  if (answer === null) return ''
  if (lk_question_type_id === questionType.county)
    return countiesOf(state).find(({ county_id }) => county_id === answer)?.name ?? ''
  if (lk_question_type_id === questionType.state) return label(lk_state, answer as number, locale)
  if (lk_question_type_id === questionType.upload)
    return state.documents.find(({ attachment_id }) => attachment_id === answer)?.name ?? ''
  if (typeof answer === 'string') return answer
  const words = (id: number) => configuration.options.find((option) => option.id === id)?.text ?? ''
  if (typeof answer === 'number') return words(answer)
  if (Array.isArray(answer)) return answer.map(words).join(', ')
  return Object.entries(answer)
    .map(([id, match]) => `${words(Number(id))}: ${match}`)
    .join(', ')
}
