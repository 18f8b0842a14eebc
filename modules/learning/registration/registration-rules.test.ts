import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canonicalRegistrationAnswer,
  checkRegistrationAnswer,
  type RuledQuestion,
} from './registration-rules.shared.ts'
import { visibleQuestions } from './visible-questions.shared.ts'

const off = { enabled: false, min: 0, max: 0 }
type More = {
  title?: string
  hint?: string
  required?: boolean
  regex?: string
  min?: string
  max?: string
  options?: number[]
}

const question = (lk_question_type_id: number, more: More = {}): RuledQuestion => ({
  lk_question_type_id,
  configuration: {
    title: more.title ?? 'A question',
    required: more.required ?? true,
    options: (more.options ?? []).map((id) => ({ id, text: `Option ${id}` })),
    validation: { regex: more.regex ?? '', min: more.min ?? '', max: more.max ?? '' },
    settings: { wordMinMax: off, minMax: off },
    editor: { hint: more.hint ?? '' },
  },
})

const context = { today: '2026-06-15', countyIds: new Set([10001, 10002]), documentIds: new Set([7]) }
const check = (question: RuledQuestion, answer: unknown) =>
  checkRegistrationAnswer(question, answer, context)?.text[0] ?? null

const pattern = 'Check the format of your answer.'
const invalid = 'One or more answer you provided is invalid'
const birth = 'What is your date of birth?'
const permit = 'On what date does your permit expire?'

describe.each<[string, RuledQuestion, accepted: unknown[], refused: [answer: unknown, text: string][]]>([
  ['short answer', question(1), ['Yes, a word'], [['   ', 'Your answer is required.']]],
  ['long answer', question(8), ['A long story'], [[null, 'Your answer is required.']]],
  ['single choice', question(2, { options: [1, 2] }), [2, '2'], [[3, invalid]]],
  ['sort order', question(3, { options: [1, 2] }), [[2, 1]], [[[1, 9], invalid]]],
  ['true or false', question(4, { options: [1, 2] }), [1], [['maybe', invalid]]],
  ['dropdown', question(5, { options: [1, 2] }), ['1'], [[0, invalid]]],
  ['multiple choice', question(6, { options: [1, 2] }), [[1, 2], '2'], [[[1, 5], invalid]]],
  ['course reason', question(15, { options: [1, 2] }), [1], [[[1, 2], invalid]]],
  [
    'drivers license',
    question(9, { hint: 'For example A123-456-78-901-0.' }),
    ['a123456789012'],
    [
      ['A123456789010', 'This is the number from the example. Enter your own number.'],
      ['123-456-789', 'ID Number cannot be 123456789.'],
      ['A12', 'Minimum 5 characters'],
      ['A123$5678', pattern],
    ],
  ],
  [
    'drivers license with a pattern',
    question(9, { regex: '^[A-Z][0-9]{12}$' }),
    ['a123456789012'],
    [['A12', 'Use this format: {masks}. A stands for a letter, 0 for a digit.']],
  ],
  [
    'ssn',
    question(14),
    ['0123'],
    [
      ['123', pattern],
      ['12345', pattern],
    ],
  ],
  [
    'state, also one without courses',
    question(10),
    [1, '51'],
    [
      [9_999, invalid],
      [0, invalid],
      ['Texas', invalid],
      [{ id: 1 }, 'Your answer is required.'],
    ],
  ],
  [
    'county',
    question(18),
    [10001, '10002'],
    [
      [44001, invalid],
      ['Tampa', invalid],
    ],
  ],
  [
    'upload',
    question(19),
    [7, '7'],
    [
      [8, invalid],
      ['page.png', invalid],
    ],
  ],
  [
    'date',
    question(16, { min: '01/01/2024' }),
    ['06/15/2026'],
    [
      ['02/30/2026', 'Enter a date as MM/DD/YYYY.'],
      ['12/31/2023', 'The date must be {min} or later.'],
    ],
  ],
  [
    'date of birth',
    question(16, { title: birth, min: '01/01/1940', max: '12/31/2030' }),
    ['06/15/2026', '03/14/1990'],
    [
      ['06/16/2026', 'Date of birth cannot be in the future.'],
      ['13/01/1990', 'Enter a valid date of birth'],
      ['12/31/1939', 'Enter a valid date of birth'],
    ],
  ],
  [
    'permit expiration',
    question(16, { title: permit }),
    ['06/16/2026'],
    [['06/15/2026', 'Permit expiration date must be a future date.']],
  ],
  [
    'client id',
    question(1, { title: 'What is your Client ID?' }),
    ['987654321'],
    [
      ['98765432', 'Client ID must be 9 digits.'],
      ['123456789', 'ID Number cannot be 123456789.'],
    ],
  ],
])('%s', (_name, question, acceptedAnswers, refusedAnswers) => {
  test('accepts a correct answer', () => {
    for (const answer of acceptedAnswers) expect(check(question, answer)).toBeNull()
  })
  test('refuses another answer with the exact error', () => {
    for (const [answer, text] of refusedAnswers) expect(check(question, answer), String(answer)).toBe(text)
  })
})

test('an optional question may stay empty', () => {
  for (const id of [1, 2, 9, 14, 16, 18, 19]) expect(check(question(id, { required: false }), '  ')).toBeNull()
})

test('an answer has one stored form: trimmed, license numbers in capitals, ids as numbers', () => {
  expect(canonicalRegistrationAnswer(question(9), ' a123-4 ')).toBe('A123-4')
  expect(canonicalRegistrationAnswer(question(18), '10001')).toBe(10001)
  expect(canonicalRegistrationAnswer(question(6, { options: [1, 2] }), ['2', 1, 2])).toEqual([1, 2])
  expect(canonicalRegistrationAnswer(question(1), '   ')).toBeNull()
})

test('pairs that cannot be converted to text are validated like any others', () => {
  const matching = question(20, { options: [1, 2, 3] })
  for (const answer of [{ toString: 'x' }, { toString: 'x', valueOf: 'y' }])
    expect(check(matching, answer)).toEqual(expect.any(String))
})

test('the rules never throw for any input, and accept the stored form of an answer like the answer', () => {
  const types = [1, 2, 3, 4, 5, 6, 8, 9, 14, 15, 16, 18, 19]
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.jsonValue(), (id, answer) => {
      const sample = question(id, { options: [1, 2, 3] })
      expect(check(sample, canonicalRegistrationAnswer(sample, answer))).toBe(check(sample, answer))
    }),
  )
})

describe('conditional questions', () => {
  const questions = [
    { question_id: 1, conditional: [] },
    { question_id: 2, conditional: ['1:1', '1:2'] },
    { question_id: 3, conditional: ['2:5'] },
  ]
  const visibleIds = (answers: Record<number, number | number[]>) =>
    visibleQuestions(questions, (id) => answers[id] ?? null).map(({ question_id }) => question_id)

  test('appear with any of their triggers', () => {
    expect(visibleIds({})).toEqual([1])
    expect(visibleIds({ 1: 2 })).toEqual([1, 2])
    expect(visibleIds({ 1: [1, 3] })).toEqual([1, 2])
  })
  test('stay hidden while their trigger is hidden', () => {
    expect(visibleIds({ 1: 3, 2: 5 })).toEqual([1])
    expect(visibleIds({ 1: 1, 2: 5 })).toEqual([1, 2, 3])
  })
})
