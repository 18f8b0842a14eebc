import { questionType } from '#modules/catalogue/lookups.shared.ts'
import type { Text, TextParams } from '#platform/texts.ts'
import { compilePattern } from './pattern.shared.ts'
import type { QuestionConfiguration, QuestionUse } from './question.schema.ts'
import { questionRuleTexts as t } from './question-rules.texts.ts'

/** What a question needs to be judged; stored questions and those in an editor both fit. */
export type Judged = {
  question_id: number
  lk_question_type_id: number
  conditional: readonly string[]
  configuration: QuestionConfiguration
}
export type QuestionProblem = { text: Text; params: TextParams }

const q = questionType
const common = [q.ShortAnswer, q.SingleChoice, q.SortOrder, q.TrueOrFalse, q.Dropdown, q.MultipleChoice, q.LongAnswer]

/** The types that may be asked in each place. */
export const typesByUse: Readonly<Record<QuestionUse, readonly number[]>> = {
  quiz: [...common, q.Matching],
  bank: [...common, q.Matching],
  security: [q.SingleChoice, q.TrueOrFalse],
  content: [q.SingleChoice, q.TrueOrFalse],
  registration: [...common, q.DriversLicense, q.Ssn, q.CourseReason, q.Date, q.County, q.Upload],
}
export const longestHint = 500

/** Types with options, those with one right option, and those whose answers a person reads. */
export const choiceTypes: ReadonlySet<number> = new Set([
  q.SingleChoice,
  q.SortOrder,
  q.TrueOrFalse,
  q.Dropdown,
  q.MultipleChoice,
  q.CourseReason,
  q.Matching,
])
export const singleTypes: ReadonlySet<number> = new Set([q.SingleChoice, q.TrueOrFalse, q.Dropdown])
export const writtenTypes: ReadonlySet<number> = new Set([q.ShortAnswer, q.LongAnswer])
const problem = (text: Text, params: TextParams = {}): QuestionProblem => ({ text, params })

/**
 * Everything that keeps a question from being asked. Among questions of registration and security no answer is right
 * beforehand, so none must be marked; `among` are the questions that its conditions may name.
 */
export function checkQuestion(question: Judged, use: QuestionUse, among: readonly Judged[]): QuestionProblem[] {
  const { lk_question_type_id, configuration } = question
  if (!typesByUse[use].includes(lk_question_type_id)) return [problem(t.typeNotHere)]
  return [
    ...(configuration.title.trim() === '' ? [problem(t.titleMissing)] : []),
    ...(choiceTypes.has(lk_question_type_id)
      ? checkOptions(question, use !== 'registration' && use !== 'security')
      : []),
    ...checkLimits(question),
    ...checkHint(question),
    ...checkConditions(question, among),
  ]
}

function checkOptions({ lk_question_type_id: type, configuration: { options } }: Judged, graded: boolean) {
  const problems: QuestionProblem[] = []
  if (options.length < 2 || (type === q.TrueOrFalse && options.length !== 2)) {
    problems.push(problem(type === q.TrueOrFalse ? t.twoOptions : t.optionsMissing))
  }
  if (options.some(({ text }) => text.trim() === '')) problems.push(problem(t.optionEmpty))
  const texts = options.map(({ text }) => text.trim().toLowerCase())
  if (new Set(texts).size < texts.length) problems.push(problem(t.optionTwice))
  if (type === q.Matching && options.some(({ match }) => !match?.trim())) problems.push(problem(t.matchMissing))
  const correct = options.filter((option) => option.correct).length
  if (graded && singleTypes.has(type) && correct !== 1) problems.push(problem(t.oneCorrect))
  if (graded && type === q.MultipleChoice && correct === 0) problems.push(problem(t.correctMissing))
  if (graded && type === q.SortOrder && !isPermutation(options.map(({ order }) => order)))
    problems.push(problem(t.orderWrong))
  return problems
}

const isPermutation = (orders: readonly (number | undefined)[]) =>
  orders.toSorted((a, b) => (a ?? 0) - (b ?? 0)).every((order, index) => order === index + 1)

function checkLimits({ lk_question_type_id, configuration: { settings, validation } }: Judged): QuestionProblem[] {
  const { wordMinMax, minMax } = settings
  const wrong = [wordMinMax, minMax].some(({ enabled, min, max }) => enabled && (min > max || max < 1))
  const pattern = validation.regex !== '' && compilePattern(validation.regex) === null
  return [
    ...(wrong ? [problem(t.limitsWrong)] : []),
    ...(wordMinMax.enabled && !writtenTypes.has(lk_question_type_id) ? [problem(t.wordsNotHere)] : []),
    ...(pattern ? [problem(t.patternUnusable)] : []),
  ]
}

function checkHint({ lk_question_type_id, configuration: { editor } }: Judged): QuestionProblem[] {
  return [
    ...(editor.hint.length > longestHint ? [problem(t.hintTooLong)] : []),
    ...(editor.show_answer && lk_question_type_id === q.ShortAnswer ? [problem(t.answerNotShown)] : []),
  ]
}

/** Each condition is `questionId:optionId` of another question of the same list. */
function checkConditions({ question_id, conditional }: Judged, among: readonly Judged[]): QuestionProblem[] {
  const unknown = conditional.some((condition) => {
    const [question, option] = condition.split(':').map(Number)
    const named = among.find((other) => other.question_id === question && other.question_id !== question_id)
    return !named?.configuration.options.some(({ id }) => id === option)
  })
  return unknown ? [problem(t.conditionUnknown)] : []
}
