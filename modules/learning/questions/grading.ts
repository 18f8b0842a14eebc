import type { Question } from '#modules/catalogue/index.ts'
import { isGradedByHand, shapeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import type { Answer } from './answer.shared.ts'
import { canonicalAnswer } from './answer-rules.shared.ts'
import { answerShapes } from './answer-shapes.shared.ts'

type Gradable = Pick<Question, 'lk_question_type_id' | 'configuration'>

/** The right answer in its stored form; null if a person grades it. */
export const rightAnswer = ({ lk_question_type_id, configuration: { options } }: Gradable): Answer =>
  answerShapes[shapeOf(lk_question_type_id)].correctAnswer(options)

/** Grades all or nothing: true, false, or null if a person must read it. An empty answer is wrong. */
export function gradeAnswer(question: Gradable, value: unknown): boolean | null {
  const answer = canonicalAnswer(question, value)
  if (answer === null) return false
  if (isGradedByHand(question.lk_question_type_id)) return null
  const { isCorrect } = answerShapes[shapeOf(question.lk_question_type_id)]
  if (isCorrect) return isCorrect(question.configuration.options, answer)
  const correctAnswer = canonicalAnswer(question, rightAnswer(question))
  return correctAnswer !== null && JSON.stringify(answer) === JSON.stringify(correctAnswer)
}

export type Outcome = {
  /** One point per right question. */
  points: number
  total: number
  /** 0 to 100, two decimals. */
  percentage: number
  verdict: 'passed' | 'failed' | 'in_review'
}

/**
 * The result of an attempt's grades. A written answer counts nothing until a person grades it; the attempt waits for
 * the grade only if it could change the result.
 */
export function outcomeOf(grades: readonly (boolean | null)[], threshold: number): Outcome {
  const total = grades.length
  const points = grades.filter((grade) => grade === true).length
  const ungraded = grades.filter((grade) => grade === null).length
  const passesWith = (count: number) => count * 100 >= threshold * total
  const percentage = total === 0 ? 0 : Math.round((points * 10_000) / total) / 100
  if (passesWith(points)) return { points, total, percentage, verdict: 'passed' }
  return { points, total, percentage, verdict: passesWith(points + ungraded) ? 'in_review' : 'failed' }
}
