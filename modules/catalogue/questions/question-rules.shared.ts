import type { Text, TextParams } from '#platform/texts.ts'
import { compilePattern } from './pattern.shared.ts'
import type { QuestionConfiguration } from './question.schema.ts'
import { questionRuleTexts as t } from './question-rules.texts.ts'
import { hasOptions, type QuestionUse, questionTypeOf, typesFor } from './question-types.shared.ts'

/** A question's data for validation; fits both stored and edited questions. */
export type CheckableQuestion = {
  question_id: number
  lk_question_type_id: number
  conditional: readonly string[]
  configuration: QuestionConfiguration
}
export type QuestionProblem = { text: Text; params: TextParams }

export const maxHintLength = 500
/** The longest explanation of a question. */
export const maxReasonLength = 1_000

const problem = (text: Text, params: TextParams = {}): QuestionProblem => ({ text, params })

/**
 * All reasons why a question is not valid. Registration and security questions have no right answer in advance, so
 * none may be marked; conditions may refer to the questions in `among`.
 */
export function checkQuestion(
  question: CheckableQuestion,
  use: QuestionUse,
  among: readonly CheckableQuestion[],
): QuestionProblem[] {
  const { lk_question_type_id, configuration } = question
  if (!typesFor(use).includes(lk_question_type_id)) return [problem(t.typeNotHere)]
  return [
    ...(configuration.title.trim() === '' ? [problem(t.titleMissing)] : []),
    ...checkPicture(question),
    ...(hasOptions(lk_question_type_id) ? checkOptions(question, use !== 'registration' && use !== 'security') : []),
    ...checkLimits(question),
    ...checkHint(question),
    ...checkConditions(question, among),
  ]
}

function checkPicture({ lk_question_type_id, configuration: { picture } }: CheckableQuestion): QuestionProblem[] {
  if (!questionTypeOf(lk_question_type_id).picture) return []
  if (!picture) return [problem(t.pictureMissing)]
  return picture.alt.trim() === '' ? [problem(t.pictureAltMissing)] : []
}

const optionWords = {
  tooFew: t.optionsMissing,
  empty: t.optionEmpty,
  twice: t.optionTwice,
  unmarked: t.correctMissing,
}
const areaWords = { tooFew: t.areasMissing, empty: t.areaUnnamed, twice: t.areaTwice, unmarked: t.areaUnmarked }

function checkOptions({ lk_question_type_id, configuration: { options } }: CheckableQuestion, graded: boolean) {
  const { answer, editor, rightOptions, optionCount } = questionTypeOf(lk_question_type_id)
  const words = editor === 'areas' ? areaWords : optionWords
  const problems: QuestionProblem[] = []
  if (options.length < 2 || (optionCount !== null && options.length !== optionCount)) {
    problems.push(problem(optionCount === null ? words.tooFew : t.twoOptions))
  }
  if (options.some(({ text }) => text.trim() === '')) problems.push(problem(words.empty))
  const texts = options.map(({ text }) => text.trim().toLowerCase())
  if (new Set(texts).size < texts.length) problems.push(problem(words.twice))
  if (answer === 'pairs' && options.some(({ match }) => !match?.trim())) problems.push(problem(t.matchMissing))
  if (editor === 'areas' && options.some(({ area }) => !area)) problems.push(problem(t.areaMissing))
  const correct = options.filter((option) => option.correct).length
  if (graded && rightOptions === 'one' && correct !== 1) problems.push(problem(t.oneCorrect))
  if (graded && rightOptions === 'several' && correct === 0) problems.push(problem(words.unmarked))
  if (graded && answer === 'order' && !isPermutation(options.map(({ order }) => order)))
    problems.push(problem(t.orderWrong))
  return problems
}

const isPermutation = (orders: readonly (number | undefined)[]) =>
  orders.toSorted((a, b) => (a ?? 0) - (b ?? 0)).every((order, index) => order === index + 1)

function checkLimits({
  lk_question_type_id,
  configuration: { settings, validation },
}: CheckableQuestion): QuestionProblem[] {
  const { wordMinMax, minMax } = settings
  const hasInvalidLimits = [wordMinMax, minMax].some(({ enabled, min, max }) => enabled && (min > max || max < 1))
  const hasUnusablePattern = validation.regex !== '' && compilePattern(validation.regex) === null
  return [
    ...(hasInvalidLimits ? [problem(t.limitsWrong)] : []),
    ...(wordMinMax.enabled && questionTypeOf(lk_question_type_id).limits !== 'words' ? [problem(t.wordsNotHere)] : []),
    ...(hasUnusablePattern ? [problem(t.patternUnusable)] : []),
  ]
}

function checkHint({ lk_question_type_id, configuration: { editor } }: CheckableQuestion): QuestionProblem[] {
  return [
    ...(editor.hint.length > maxHintLength ? [problem(t.hintTooLong)] : []),
    ...(editor.show_answer && !questionTypeOf(lk_question_type_id).showsAnswer ? [problem(t.answerNotShown)] : []),
  ]
}

/** Each condition is `questionId:optionId` of another question of the same list. */
function checkConditions(
  { question_id, conditional }: CheckableQuestion,
  among: readonly CheckableQuestion[],
): QuestionProblem[] {
  const unknown = conditional.some((condition) => {
    const [question, option] = condition.split(':').map(Number)
    const trigger = among.find((other) => other.question_id === question && other.question_id !== question_id)
    return !trigger?.configuration.options.some(({ id }) => id === option)
  })
  return unknown ? [problem(t.conditionUnknown)] : []
}
