import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawFromPools, orderOptions } from './draw.ts'
import { questionWith } from './question.fixture.ts'

const bank = (course_question_bank_id: number, type: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...questionWith(type, {}, course_question_bank_id * 1000 + type * 20 + index),
    course_question_bank_id,
  }))
const questions = [...bank(1, 2, 12), ...bank(1, 6, 9), ...bank(2, 2, 15)]

test('every pool gives its count of its type from its bank, without duplicates', () => {
  const counts = fc.tuple(fc.nat(6), fc.nat(6), fc.nat(9), fc.nat(10))
  fc.assert(
    fc.property(counts, ([a, b, c, d]) => {
      const pools = [
        { course_question_bank_id: 1, lk_question_type_id: 2, count: a, max: 10 },
        { course_question_bank_id: 1, lk_question_type_id: 2, count: b, max: 10 },
        { course_question_bank_id: 1, lk_question_type_id: 6, count: c, max: 10 },
        { course_question_bank_id: 2, lk_question_type_id: 2, count: d, max: 10 },
      ]
      const questionsDrawn = drawFromPools(pools, questions)
      const drawnCount = (bankId: number, type: number) =>
        questionsDrawn.filter((q) => q.course_question_bank_id === bankId && q.lk_question_type_id === type).length
      expect(new Set(questionsDrawn.map((q) => q.question_id)).size).toBe(a + b + c + d)
      expect([drawnCount(1, 2), drawnCount(1, 6), drawnCount(2, 2)]).toEqual([a + b, c, d])
    }),
  )
})

test('two draws differ, so that neighbors do not take the same exam', () => {
  const pools = [{ course_question_bank_id: 2, lk_question_type_id: 2, count: 10, max: 10 }]
  const draws = Array.from({ length: 5 }, () =>
    drawFromPools(pools, questions)
      .map((q) => q.question_id)
      .join(),
  )
  expect(new Set(draws).size).toBeGreaterThan(1)
})

test('a bank with too few questions is an error, not a shorter exam', () => {
  const pool = { course_question_bank_id: 1, lk_question_type_id: 6, count: 10, max: 10 }
  expect(() => drawFromPools([pool], questions)).toThrow('too few')
})

test('options are shuffled without loss, a sort question never starts sorted, and true and false keep their places', () => {
  for (let times = 0; times < 50; times++) {
    expect(orderOptions(questionWith(6)).toSorted()).toEqual([1, 2, 3])
    expect(orderOptions(questionWith(3)).toSorted()).toEqual([1, 2, 3])
    expect(orderOptions(questionWith(3))).not.toEqual([2, 3, 1])
    expect(orderOptions(questionWith(4))).toEqual([1, 2])
  }
})

test('choices that refer to each other keep their order', () => {
  const question = questionWith(2)
  const options = ['Rain', 'Snow', 'Fog', 'All of the above'].map((text, index) => ({
    id: index + 1,
    text,
    conditional: [],
  }))
  const speaking = { ...question, configuration: { ...question.configuration, options } }
  for (let times = 0; times < 20; times++) expect(orderOptions(speaking)).toEqual([1, 2, 3, 4])
})
