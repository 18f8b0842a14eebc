import type { QuestionOption } from '#modules/catalogue/index.ts'
import { isInArea, type Point, pointFields, roundToHundredths } from '#modules/catalogue/questions/area.shared.ts'
import type { AnswerShape } from '#modules/catalogue/questions/question-types.shared.ts'
import { composed } from '#platform/composed.shared.ts'
import {
  type Answer,
  type Answerable,
  type AnswerProblem,
  isEmptyAnswer,
  matchField,
  placeField,
  problem,
} from './answer.shared.ts'
import { answerTexts as t } from './answer.texts.ts'
import { checkText, maxAnswerLength } from './text-answer.shared.ts'

/** The part of an option that a reader of answers may see. */
export type VisibleOption = Pick<QuestionOption, 'id' | 'text'> & Partial<QuestionOption>

/** The rules for the answers of one shape. */
type Shape<A extends Answer> = {
  /** Reads the answer from a form; `valuesOf` returns a field's values (FormData.getAll), `ids` are the option ids. */
  parse(ids: readonly number[], valuesOf: (field: string) => readonly string[]): unknown
  /** The stored form of a non-empty answer in any form that clients send. */
  canonicalize(value: unknown): Answer
  /** The first rule that an answer breaks, or null. */
  check(question: Answerable, answer: A): AnswerProblem | null
  /** Like `check`, for an unfinished answer; absent if it makes no difference. */
  checkDraft?(question: Answerable, answer: A): AnswerProblem | null
  /** The correct answer according to the author; null if a person grades it. */
  correctAnswer(options: readonly QuestionOption[]): Answer
  /** Whether an answer is correct; absent if only `correctAnswer` is. */
  isCorrect?(options: readonly QuestionOption[], answer: A): boolean
  /** An answer of several parts in words, one line per part; `text` returns an option's text. */
  format?(answer: A, text: (option_id: number) => string, options: readonly VisibleOption[]): string[]
}

/** The last value of a field, as in a form without scripts. */
const last = (values: readonly string[]) => values.at(-1) ?? ''

/** An id that no option has, for malformed ids. */
const noId = -1
const toId = (value: unknown): number =>
  (typeof value === 'number' || typeof value === 'string') && /^\d{1,9}$/.test(String(value)) ? Number(value) : noId
const toIds = (value: unknown): number[] => (Array.isArray(value) ? value : [value]).map(toId)

const correctIds = (options: readonly QuestionOption[]) => options.filter(({ correct }) => correct).map(({ id }) => id)
const isOption = ({ configuration }: Answerable, id: number) => configuration.options.some((option) => option.id === id)

const singleOption: Shape<number> = {
  parse: (_, valuesOf) => (last(valuesOf('answer')) === '' ? null : Number(last(valuesOf('answer')))),
  canonicalize(value) {
    const ids = toIds(value)
    return ids.length === 1 ? ids[0]! : ids
  },
  check: (question, answer) => (isOption(question, answer) ? null : problem(t.invalid)),
  correctAnswer: (options) => correctIds(options)[0] ?? null,
}

const manyShape: Shape<readonly number[]> = {
  parse: (_, valuesOf) => valuesOf('answer').map(Number),
  canonicalize: (value) => [...new Set(toIds(value))].sort((a, b) => a - b),
  check: (question, answer) => (answer.every((id) => isOption(question, id)) ? null : problem(t.invalid)),
  correctAnswer: (options) => correctIds(options).toSorted((a, b) => a - b),
  format: (answer, text) => answer.map(text),
}

const order: Shape<readonly number[]> = {
  /** Reads a half-filled order as a short one, so that the rules reject it. */
  parse(ids, valuesOf) {
    const byPlace = new Map(ids.map((id) => [last(valuesOf(placeField(id))), id]))
    return ids.flatMap((_, index) => byPlace.get(String(index + 1)) ?? [])
  },
  canonicalize: toIds,
  check: (question, answer) => order.checkDraft!(question, answer) ?? checkOrder(question, answer),
  checkDraft: (question, answer) => (answer.every((id) => isOption(question, id)) ? null : problem(t.invalid)),
  correctAnswer: (options) => options.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)).map(({ id }) => id),
  format: (answer, text) => answer.map((id, index) => `${index + 1}. ${text(id)}`),
}

function checkOrder({ configuration: { options } }: Answerable, answer: readonly number[]): AnswerProblem | null {
  const isComplete = new Set(answer).size === answer.length && answer.length === options.length
  return isComplete ? null : problem(t.places)
}

type Pairs = Readonly<Record<string, string>>

const pairs: Shape<Pairs> = {
  parse: (ids, valuesOf) => Object.fromEntries(ids.map((id) => [String(id), last(valuesOf(matchField(id)))])),
  canonicalize: toPairs,
  check: (question, answer) => pairs.checkDraft!(question, answer) ?? checkAllMatched(question, answer),
  checkDraft({ configuration: { options, matches } }, answer) {
    const allowed = new Set(matches ?? options.map(({ match }) => match))
    const ids = new Set(options.map(({ id }) => String(id)))
    const isKnown = Object.entries(answer).every(([id, match]) => ids.has(id) && allowed.has(match))
    return isKnown ? null : problem(t.invalid)
  },
  correctAnswer: (options) => Object.fromEntries(options.map(({ id, match }) => [String(id), match ?? ''])),
  format: (answer, text) => Object.entries(answer).map(([id, match]) => `${text(Number(id))} → ${match}`),
}

const checkAllMatched = ({ configuration: { options } }: Answerable, answer: Pairs): AnswerProblem | null =>
  Object.keys(answer).length < options.length ? problem(t.required) : null

function toPairs(value: unknown): Pairs {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const entries = Object.entries(value)
    .filter(([, match]) => typeof match === 'string' && !isEmptyAnswer(match))
    .map(([id, match]): [string, string] => [id, composed(String(match))])
  return Object.fromEntries(entries.sort(([a], [b]) => Number(a) - Number(b)))
}

type Spot = number | readonly number[] | Readonly<Record<'x' | 'y', number>>

/** A coordinate in percent, or -1 (outside every picture) for invalid input. */
const toCoordinate = (value: unknown): number => {
  const coordinate = typeof value === 'string' && /^\d{1,3}(\.\d{1,20})?$/.test(value) ? Number(value) : value
  return typeof coordinate === 'number' && coordinate >= 0 && coordinate <= 100 ? roundToHundredths(coordinate) : -1
}
const isPoint = (answer: Spot): answer is Point => typeof answer === 'object' && 'x' in answer

/** An area may also be chosen by name, so that answering requires neither sight nor a pointer. */
const spot: Shape<Spot> = {
  parse(ids, valuesOf) {
    const [x, y] = [last(valuesOf(pointFields.x)), last(valuesOf(pointFields.y))]
    return last(valuesOf('answer')) === '' && x !== ''
      ? { x: Number(x), y: Number(y) }
      : singleOption.parse(ids, valuesOf)
  },
  canonicalize(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return singleOption.canonicalize(value)
    const { x, y } = value as Readonly<Record<string, unknown>>
    return { x: toCoordinate(x), y: toCoordinate(y) }
  },
  check(question, answer) {
    const isAnswer = isPoint(answer)
      ? answer.x >= 0 && answer.y >= 0
      : typeof answer === 'number' && isOption(question, answer)
    return isAnswer ? null : problem(t.invalid)
  },
  correctAnswer(options) {
    const ids = correctIds(options)
    return ids.length > 1 ? ids : (ids[0] ?? null)
  },
  isCorrect(options, answer) {
    if (isPoint(answer)) return options.some(({ correct, area }) => correct && area && isInArea(area, answer))
    const ids = typeof answer === 'number' ? [answer] : answer
    return ids.length > 0 && ids.every((id) => correctIds(options).includes(id))
  },
  format(answer, text, options) {
    if (!isPoint(answer)) return [answer].flat().map(text)
    const names = options.flatMap(({ text: name, area }) => (area && isInArea(area, answer) ? [name] : []))
    return names.length > 0 ? names : [`x ${answer.x} %, y ${answer.y} %`]
  },
}

const text: Shape<string> = {
  parse: (_, valuesOf) => last(valuesOf('answer')),
  canonicalize: (value) => (typeof value === 'object' ? null : composed(String(value))),
  check: checkText,
  checkDraft: (_, answer) => (answer.length > maxAnswerLength ? problem(t.tooLong) : null),
  correctAnswer: () => null,
}

/** All rules that depend on an answer's shape. `canonicalize` returns the stored form, which the other rules take. */
export const answerShapes: Readonly<Record<AnswerShape, Shape<Answer>>> = {
  one: singleOption,
  many: manyShape,
  order,
  pairs,
  spot,
  text,
}
