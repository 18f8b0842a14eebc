import type { Text, TextParams } from '#platform/texts.ts'

/** An answer in its only stored form; null if nothing was answered. */
export type Answer = null | string | number | readonly number[] | Readonly<Record<string, string | number>>

/** The part of a question that the rules need; both the full and the shown question fit. */
export type Answerable = {
  lk_question_type_id: number
  configuration: {
    required: boolean
    options: readonly { id: number; text: string; match?: string }[]
    /** For a question shown to a student: the right-hand sides of a matching question. */
    matches?: readonly string[]
    validation: { regex: string; min: string; max: string }
    settings: {
      wordMinMax: { enabled: boolean; min: number; max: number }
      minMax: { enabled: boolean; min: number; max: number }
    }
  }
}

/** The field names of a question: `answer` for choices and text, one field per option for orders and matches. */
export const placeField = (option_id: number) => `place_${option_id}`
export const matchField = (option_id: number) => `match_${option_id}`

/** The rule that an answer breaks, as a text of both languages and its parameters. */
export type AnswerProblem = { text: Text; params: TextParams }
export const problem = (text: Text, params: TextParams = {}): AnswerProblem => ({ text, params })

/** Missing, null, a blank string, an empty list or an object without a value. */
export function isEmptyAnswer(answer: unknown): boolean {
  if (answer === null || answer === undefined) return true
  if (typeof answer === 'string') return answer.trim() === ''
  if (Array.isArray(answer)) return answer.length === 0
  return typeof answer === 'object' && Object.values(answer).every(isEmptyAnswer)
}
