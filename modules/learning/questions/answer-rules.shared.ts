import { compilePattern } from '#modules/catalogue/questions/pattern.shared.ts'
import {
  type AnswerShape,
  isWritten,
  questionType,
  shapeOf,
} from '#modules/catalogue/questions/question-types.shared.ts'
import { composed } from '#platform/composed.shared.ts'
import type { Text, TextParams } from '#platform/texts.ts'
import { showDate } from '#platform/ui/masks.ts'
import type { Answer, Answerable } from './answer.shared.ts'
import { answerTexts as t } from './answer.texts.ts'

/** What is wrong with an answer, as a text of both languages and its parameters. */
export type AnswerProblem = { text: Text; params: TextParams }
const problem = (text: Text, params: TextParams = {}): AnswerProblem => ({ text, params })

/** The longest written answer; longer ones are refused even if the question allows them. */
export const longestAnswer = 10_000

/** Missing, null, a blank string, an empty list or an object without a value. */
export function isEmptyAnswer(answer: unknown): boolean {
  if (answer === null || answer === undefined) return true
  if (typeof answer === 'string') return answer.trim() === ''
  if (Array.isArray(answer)) return answer.length === 0
  return typeof answer === 'object' && Object.values(answer).every(isEmptyAnswer)
}

/** The answer in its one stored form, for any spelling of the client ('2', [2] and 2 are one choice); null if empty. */
export function canonicalAnswer(question: Pick<Answerable, 'lk_question_type_id'>, given: unknown): Answer {
  if (isEmptyAnswer(given)) return null
  const answer = spelled(shapeOf(question.lk_question_type_id), given)
  return isEmptyAnswer(answer) ? null : answer
}

function spelled(shape: AnswerShape, given: unknown): Answer {
  const ids = (Array.isArray(given) ? given : [given]).map(toId)
  if (shape === 'text') return typeof given === 'object' ? null : composed(String(given))
  if (shape === 'pairs') return toPairs(given)
  if (shape === 'order') return ids
  if (shape === 'many') return [...new Set(ids)].sort((a, b) => a - b)
  return ids.length === 1 ? ids[0]! : ids
}

/** An id that no option has, for what is no id. */
const noId = -1
const toId = (value: unknown): number =>
  (typeof value === 'number' || typeof value === 'string') && /^\d{1,9}$/.test(String(value)) ? Number(value) : noId

function toPairs(answer: unknown): Record<string, string> {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return {}
  const pairs = Object.entries(answer)
    .filter(([, match]) => typeof match === 'string' && !isEmptyAnswer(match))
    .map(([id, match]): [string, string] => [id, composed(String(match))])
  return Object.fromEntries(pairs.sort(([a], [b]) => Number(a) - Number(b)))
}

/** Whether two answers to one question say the same. */
export const isSameAnswer = (question: Pick<Answerable, 'lk_question_type_id'>, a: unknown, b: unknown): boolean =>
  JSON.stringify(canonicalAnswer(question, a)) === JSON.stringify(canonicalAnswer(question, b))

/** The first rule that an answer breaks, or null: required, choices that exist, word and character limits, form, dates. */
export function checkAnswer(question: Answerable, given: unknown): AnswerProblem | null {
  const answer = canonicalAnswer(question, given)
  if (answer === null) return question.configuration.required ? problem(t.required) : null
  if (typeof answer === 'string') return checkText(question, answer)
  return checkChoice(question, answer)
}

/** As checkAnswer, for saving a draft: what may still be completed is no mistake. */
export function checkDraft(question: Answerable, given: unknown): AnswerProblem | null {
  if (isEmptyAnswer(given)) return null
  if (shapeOf(question.lk_question_type_id) === 'text') {
    const answer = canonicalAnswer(question, given)
    return typeof answer === 'string' && answer.length > longestAnswer ? problem(t.tooLong) : null
  }
  const found = checkAnswer(question, given)
  return found && (found.text === t.required || found.text === t.places) ? null : found
}

function checkChoice({ lk_question_type_id, configuration }: Answerable, answer: Answer): AnswerProblem | null {
  const ids = new Set(configuration.options.map((option) => option.id))
  const known = (id: unknown) => ids.has(id as number)
  const shape = shapeOf(lk_question_type_id)
  if (shape === 'one') return known(answer) ? null : problem(t.invalid)
  if (shape === 'pairs') return checkPairs(configuration, answer as Record<string, string>)
  const chosen = answer as readonly number[]
  if (!chosen.every(known)) return problem(t.invalid)
  if (shape === 'many') return null
  return new Set(chosen).size === chosen.length && chosen.length === ids.size ? null : problem(t.places)
}

function checkPairs({ options, matches }: Answerable['configuration'], pairs: Record<string, string>) {
  const allowed = new Set(matches ?? options.map((option) => option.match))
  const ids = new Set(options.map((option) => String(option.id)))
  const entries = Object.entries(pairs)
  if (entries.some(([id, match]) => !ids.has(id) || !allowed.has(match))) return problem(t.invalid)
  return entries.length < options.length ? problem(t.required) : null
}

function checkText(question: Answerable, answer: string): AnswerProblem | null {
  const { settings, validation } = question.configuration
  if (answer.length > longestAnswer) return problem(t.tooLong)
  const words = isWritten(question.lk_question_type_id) ? countWords(answer) : null
  return (
    outside(settings.wordMinMax, words, t.words, t.wordsBetween) ??
    outside(settings.minMax, [...answer].length, t.characters, t.charactersBetween) ??
    (compilePattern(validation.regex)?.(answer) === false ? problem(t.pattern) : null) ??
    (question.lk_question_type_id === questionType.date ? checkDate(answer, validation) : null)
  )
}

const countWords = (answer: string): number => answer.trim().split(/\s+/).length

type Limit = { enabled: boolean; min: number; max: number }
function outside({ enabled, min, max }: Limit, size: number | null, exact: Text, between: Text): AnswerProblem | null {
  if (!enabled || size === null || (size >= min && size <= max)) return null
  return min === max ? problem(exact, { min }) : problem(between, { min, max })
}

/** `MM/DD/YYYY` as `YYYY-MM-DD`, which sorts as time does; null for anything that is no day of the calendar. */
export function isoDate(text: string): string | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim()) ?? []
  const iso = `${year}-${month}-${day}`
  const time = Date.parse(`${iso}T00:00:00Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(iso) ? iso : null
}

function checkDate(answer: string, { min, max }: { min: string; max: string }): AnswerProblem | null {
  const day = isoDate(answer)
  if (!day) return problem(t.date)
  const from = isoDate(min)
  const until = isoDate(max)
  if ((!from || day >= from) && (!until || day <= until)) return null
  const text = from && until ? t.dateBetween : from ? t.dateFrom : t.dateUntil
  return problem(text, { min, max, min_es: showDate(from, 'es-es'), max_es: showDate(until, 'es-es') })
}
