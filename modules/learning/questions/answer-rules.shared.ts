import { shapeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import { type Answer, type Answerable, type AnswerProblem, isEmptyAnswer, problem } from './answer.shared.ts'
import { answerTexts as t } from './answer.texts.ts'
import { answerShapes } from './answer-shapes.shared.ts'

type Typed = Pick<Answerable, 'lk_question_type_id'>

/** The answer in its one stored form, for any spelling of the client ('2', [2] and 2 are one choice); null if empty. */
export function canonicalAnswer({ lk_question_type_id }: Typed, given: unknown): Answer {
  if (isEmptyAnswer(given)) return null
  const answer = answerShapes[shapeOf(lk_question_type_id)].spell(given)
  return isEmptyAnswer(answer) ? null : answer
}

/** Whether two answers to one question say the same. */
export const isSameAnswer = (question: Typed, a: unknown, b: unknown): boolean =>
  JSON.stringify(canonicalAnswer(question, a)) === JSON.stringify(canonicalAnswer(question, b))

/** The first rule that an answer breaks, or null: required, choices that exist, word and character limits, form, dates. */
export function checkAnswer(question: Answerable, given: unknown): AnswerProblem | null {
  const answer = canonicalAnswer(question, given)
  if (answer === null) return question.configuration.required ? problem(t.required) : null
  return answerShapes[shapeOf(question.lk_question_type_id)].check(question, answer)
}

/** As checkAnswer, for saving a draft: what may still be completed is no mistake. */
export function checkDraft(question: Answerable, given: unknown): AnswerProblem | null {
  const answer = canonicalAnswer(question, given)
  if (answer === null) return null
  const { check, checkDraft } = answerShapes[shapeOf(question.lk_question_type_id)]
  return (checkDraft ?? check)(question, answer)
}
