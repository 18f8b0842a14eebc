import { shapeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import { type Answer, type Answerable, type AnswerProblem, isEmptyAnswer, problem } from './answer.shared.ts'
import { answerTexts as t } from './answer.texts.ts'
import { answerShapes } from './answer-shapes.shared.ts'

type TypedQuestion = Pick<Answerable, 'lk_question_type_id'>

/** The stored form of an answer in any form that clients send ('2', [2] and 2 are the same choice); null if empty. */
export function canonicalAnswer({ lk_question_type_id }: TypedQuestion, value: unknown): Answer {
  if (isEmptyAnswer(value)) return null
  const answer = answerShapes[shapeOf(lk_question_type_id)].canonicalize(value)
  return isEmptyAnswer(answer) ? null : answer
}

/** Whether two answers to a question are equivalent. */
export const isSameAnswer = (question: TypedQuestion, a: unknown, b: unknown): boolean =>
  JSON.stringify(canonicalAnswer(question, a)) === JSON.stringify(canonicalAnswer(question, b))

/**
 * The first rule that an answer breaks, or null: required, existing choices, word and character limits, form, dates.
 */
export function checkAnswer(question: Answerable, value: unknown): AnswerProblem | null {
  const answer = canonicalAnswer(question, value)
  if (answer === null) return question.configuration.required ? problem(t.required) : null
  return answerShapes[shapeOf(question.lk_question_type_id)].check(question, answer)
}

/** Like checkAnswer, for saving a draft, where an incomplete answer is not an error. */
export function checkDraft(question: Answerable, value: unknown): AnswerProblem | null {
  const answer = canonicalAnswer(question, value)
  if (answer === null) return null
  const shape = answerShapes[shapeOf(question.lk_question_type_id)]
  return (shape.checkDraft ?? shape.check)(question, answer)
}
