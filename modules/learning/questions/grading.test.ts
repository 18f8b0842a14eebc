import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isGradedByHand, typesFor } from '#modules/catalogue/questions/question-types.shared.ts'
import { gradeAnswer, outcomeOf, rightAnswer } from './grading.ts'
import { questionWith } from './question.fixture.ts'

/** The question types of quizzes that are graded automatically. */
const graded = typesFor('quiz').filter((type) => !isGradedByHand(type))

test.each([
  [2, 2, 1],
  [4, 2, 1],
  [5, '2', '1'],
  [6, [1, 3], [1, 2, 3]],
  [6, [3, 1], [1]],
  [3, [2, 3, 1], [1, 2, 3]],
  [20, { 1: 'one', 2: 'two', 3: 'three' }, { 1: 'two', 2: 'one', 3: 'three' }],
  [21, 2, 1],
  [21, { x: 47, y: 35 }, { x: 27, y: 35 }],
  [21, { x: 40, y: 20 }, { x: 39.98, y: 20 }],
  [21, { x: '55', y: '50' }, { x: 55.02, y: 50 }],
  [21, { y: 50, x: 55 }, { x: 5, y: 5 }],
])('type %i: %j is correct and %j is wrong', (type, right, invalidValue) => {
  expect(gradeAnswer(questionWith(type), right)).toBe(true)
  expect(gradeAnswer(questionWith(type), invalidValue)).toBe(false)
  expect(gradeAnswer(questionWith(type), null)).toBe(false)
})

test.each([1, 8])('a written answer of type %i awaits a grader, and an empty one is wrong', (type) => {
  expect(gradeAnswer(questionWith(type), 'something')).toBeNull()
  expect(gradeAnswer(questionWith(type), ' ')).toBe(false)
})

test('the correct answer is always correct, and no other answer is', () => {
  fc.assert(
    fc.property(fc.constantFrom(...graded), fc.jsonValue(), (type, value) => {
      const question = questionWith(type)
      const right = rightAnswer(question)
      expect(gradeAnswer(question, right)).toBe(true)
      expect(typeof gradeAnswer(question, value)).toBe('boolean')
    }),
  )
})

test('a point in any correct area is correct, even if a wrong area overlaps it', () => {
  const options = questionWith(21).configuration.options
  const over = { ...options[0]!, area: options[1]!.area }
  const question = questionWith(21, { options: [over, options[1]!, { ...options[2]!, correct: true }] })
  expect(rightAnswer(question)).toEqual([2, 3])
  for (const answer of [2, 3, { x: 47, y: 35 }, { x: 65, y: 35 }]) expect(gradeAnswer(question, answer)).toBe(true)
  for (const answer of [1, { x: 27, y: 35 }, [1, 2]]) expect(gradeAnswer(question, answer)).toBe(false)
})

test('multiple choices are correct in any order, a sorted list only in its own', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([1, 3], { minLength: 2 }), (chosenIds) => {
      expect(gradeAnswer(questionWith(6), chosenIds)).toBe(true)
    }),
  )
  fc.assert(
    fc.property(fc.shuffledSubarray([1, 2, 3], { minLength: 3 }), (order) => {
      expect(gradeAnswer(questionWith(3), order)).toBe(order.join() === '2,3,1')
    }),
  )
})

test('an attempt passes exactly at its threshold', () => {
  const grades = (right: number, total: number) => Array.from({ length: total }, (_, index) => index < right)
  expect(outcomeOf(grades(32, 40), 80)).toEqual({ points: 32, total: 40, percentage: 80, verdict: 'passed' })
  expect(outcomeOf(grades(31, 40), 80)).toEqual({ points: 31, total: 40, percentage: 77.5, verdict: 'failed' })
  expect(outcomeOf(grades(2, 3), 66.67).verdict).toBe('failed')
})

test('written answers delay the result only while they can change it', () => {
  expect(outcomeOf([true, true, true, null], 75).verdict).toBe('passed')
  expect(outcomeOf([true, true, false, null], 75).verdict).toBe('in_review')
  expect(outcomeOf([true, false, false, null], 75).verdict).toBe('failed')
})

test('an additional correct answer never worsens the result', () => {
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
