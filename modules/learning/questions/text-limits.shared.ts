import type { Text } from '#platform/texts.ts'
import { type AnswerProblem, problem } from './answer.shared.ts'
import { answerTexts as t } from './answer.texts.ts'

type Limit = { enabled: boolean; min: number; max: number }
type Wording = (limit: Limit) => AnswerProblem

const limitProblem =
  (exact: Text, between: Text): Wording =>
  ({ min, max }) =>
    min === max ? problem(exact, { min }) : problem(between, { min, max })
export const wordLimit = limitProblem(t.words, t.wordsBetween)
export const characterLimit = limitProblem(t.characters, t.charactersBetween)

/** The limit that a size breaks, or null. */
export function checkLimit(limit: Limit, size: number | null, wording: Wording): AnswerProblem | null {
  if (!limit.enabled || size === null || (size >= limit.min && size <= limit.max)) return null
  return wording(limit)
}

/** The limits of a written answer, to show before it is written. */
export function textLimits({ wordMinMax, minMax }: { wordMinMax: Limit; minMax: Limit }): AnswerProblem[] {
  return [wordMinMax.enabled && wordLimit(wordMinMax), minMax.enabled && characterLimit(minMax)].filter(
    (limit) => limit !== false,
  )
}
