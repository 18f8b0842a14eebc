import { purposeOf } from '#modules/catalogue/questions/purpose.shared.ts'
import { isGradedByHand, questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import type { Text } from '#platform/texts.ts'
import { formatTexts as t } from './registration.texts.ts'
import type { RuledQuestion } from './registration-rules.shared.ts'

export type FormatHint = { text: Text; params: Record<string, number> }

/** The format and length of an answer, shown before an error occurs; null if there is no rule. */
export function formatHint(question: RuledQuestion): FormatHint | null {
  const { lk_question_type_id, configuration } = question
  const { wordMinMax, minMax } = configuration.settings
  if (lk_question_type_id === questionType.ssn) return { text: t.ssn, params: {} }
  if (isGradedByHand(lk_question_type_id) && wordMinMax.enabled) return rangeHint(wordMinMax, t.words, t.wordsBetween)
  if (minMax.enabled) return rangeHint(minMax, t.characters, t.charactersBetween)
  return purposeOf(question) === 'client-id' ? { text: t.clientId, params: {} } : null
}

function rangeHint({ min, max }: { min: number; max: number }, exact: Text, between: Text): FormatHint | null {
  if (max < 1) return null
  return { text: min === max ? exact : between, params: { min, max } }
}
