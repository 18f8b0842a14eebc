import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gradeAnswer, outcomeOf, rightAnswer } from './grading.ts'
import { questionWith } from './question.fixture.ts'

test.each([
  [2, 2, 1],
  [4, 2, 1],
  [5, '2', '1'],
  [6, [1, 3], [1, 2, 3]],
  [6, [3, 1], [1]],
  [3, [2, 3, 1], [1, 2, 3]],
  [20, { 1: 'one', 2: 'two', 3: 'three' }, { 1: 'two', 2: 'one', 3: 'three' }],
])('type %i: %j is right and %j is wrong', (type, right, wrong) => {
  expect(gradeAnswer(questionWith(type), right)).toBe(true)
  expect(gradeAnswer(questionWith(type), wrong)).toBe(false)
  expect(gradeAnswer(questionWith(type), null)).toBe(false)
})

test.each([1, 8])('a written answer of type %i waits for a person, an empty one is wrong', (type) => {
  expect(gradeAnswer(questionWith(type), 'something')).toBeNull()
  expect(gradeAnswer(questionWith(type), ' ')).toBe(false)
})

test('the right answer is always right, and nothing else that is an answer is', () => {
  fc.assert(
    fc.property(fc.constantFrom(2, 3, 4, 5, 6, 20), fc.jsonValue(), (type, given) => {
      const question = questionWith(type)
      const right = rightAnswer(question)
      expect(gradeAnswer(question, right)).toBe(true)
      expect(typeof gradeAnswer(question, given)).toBe('boolean')
    }),
  )
})

test('several choices are right in any order, a list in order only in its own', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([1, 3], { minLength: 2 }), (chosen) => {
      expect(gradeAnswer(questionWith(6), chosen)).toBe(true)
    }),
  )
  fc.assert(
    fc.property(fc.shuffledSubarray([1, 2, 3], { minLength: 3 }), (order) => {
      expect(gradeAnswer(questionWith(3), order)).toBe(order.join() === '2,3,1')
    }),
  )
})

test('an attempt passes at its threshold exactly', () => {
  const grades = (right: number, total: number) => Array.from({ length: total }, (_, index) => index < right)
  expect(outcomeOf(grades(32, 40), 80)).toEqual({ points: 32, total: 40, percentage: 80, verdict: 'passed' })
  expect(outcomeOf(grades(31, 40), 80)).toEqual({ points: 31, total: 40, percentage: 77.5, verdict: 'failed' })
  expect(outcomeOf(grades(2, 3), 66.67).verdict).toBe('failed')
})

test('written answers hold the verdict back only while they can change it', () => {
  expect(outcomeOf([true, true, true, null], 75).verdict).toBe('passed')
  expect(outcomeOf([true, true, false, null], 75).verdict).toBe('in_review')
  expect(outcomeOf([true, false, false, null], 75).verdict).toBe('failed')
})

test('a further right answer never makes an outcome worse', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(true, false, null), { minLength: 1 }),
      fc.integer({ min: 0, max: 100 }),
      (grades, threshold) => {
        const rank = { failed: 0, in_review: 1, passed: 2 }
        const better = grades.map((grade, index) => (index === 0 ? true : grade))
        expect(rank[outcomeOf(better, threshold).verdict]).toBeGreaterThanOrEqual(
          rank[outcomeOf(grades, threshold).verdict],
        )
      },
    ),
  )
})
