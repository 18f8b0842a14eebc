import { randomInt } from 'node:crypto'
import type { Question, QuestionPool } from '#modules/catalogue/index.ts'
import { questionTypeOf, shapeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import { answerShapes } from './answer-shapes.shared.ts'

/** A random integer from 0 to `limit` - 1. */
export type Random = (limit: number) => number
const byCrypto: Random = (limit) => randomInt(limit)

/** The items in random order (Fisher-Yates). */
export function shuffle<T>(items: readonly T[], random: Random = byCrypto): T[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const swap = random(last + 1)
    ;[shuffled[last], shuffled[swap]] = [shuffled[swap]!, shuffled[last]!]
  }
  return shuffled
}

/**
 * The questions of one attempt: each pool's number of questions of its type, without duplicates, in random order.
 * Throws if a bank has too few, which publishing must have prevented.
 */
export function drawFromPools(
  pools: readonly QuestionPool[],
  questions: readonly Question[],
  random: Random = byCrypto,
): Question[] {
  const drawnQuestions = new Map<number, Question>()
  // Pools of a single type are drawn first; mixed pools take from the remaining questions.
  for (const pool of pools.toSorted((a, b) => Number(isMixed(a)) - Number(isMixed(b)))) {
    const available = questions.filter(
      (question) =>
        question.course_question_bank_id === pool.course_question_bank_id &&
        (isMixed(pool) || question.lk_question_type_id === pool.lk_question_type_id) &&
        !drawnQuestions.has(question.question_id),
    )
    if (available.length < pool.count) throw new Error(`bank ${pool.course_question_bank_id} has too few questions`)
    for (const question of shuffle(available, random).slice(0, pool.count))
      drawnQuestions.set(question.question_id, question)
  }
  return shuffle([...drawnQuestions.values()], random)
}

const isMixed = (pool: QuestionPool) => pool.lk_question_type_id === 'all'

// 'All of the above' only makes sense as the last option.
const refersToOthers = /\b(above|below|both|neither|all of|none of|anterior(es)?|todas las|ningun[ao]|ambos|ambas)\b/i

/**
 * The order of a question's options (ids) in one attempt. For matching, the order of the right-hand sides, each by the
 * option it belongs to. Choices that refer to each other, and True or False, keep the author's order.
 */
export function orderOptions(
  { lk_question_type_id, configuration: { options } }: Question,
  random: Random = byCrypto,
): number[] {
  const ids = options.map((option) => option.id)
  const shape = shapeOf(lk_question_type_id)
  if (shape === 'order') return wrongOrder(answerShapes.order.correctAnswer(options) as number[], random)
  if (shape === 'pairs') return shuffle(ids, random)
  const fixed = questionTypeOf(lk_question_type_id).fixedOrder || options.some(({ text }) => refersToOthers.test(text))
  return shape === 'text' || fixed ? ids : shuffle(ids, random)
}

/** A random order other than `right`, because the right order would give the answer away. */
function wrongOrder(correctAnswers: readonly number[], random: Random): number[] {
  const shuffled = shuffle(correctAnswers, random)
  const isSorted = shuffled.every((id, index) => id === correctAnswers[index])
  return isSorted && shuffled.length > 1 ? [...shuffled.slice(1), shuffled[0]!] : shuffled
}
