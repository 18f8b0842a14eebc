import fc from 'fast-check'
import { expect, test } from 'vitest'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { localize, localText } from '#platform/texts.ts'
import { isEmptyAnswer } from './answer.shared.ts'
import { answerTexts as t } from './answer.texts.ts'
import { canonicalAnswer, checkAnswer, checkDraft, isSameAnswer } from './answer-rules.shared.ts'
import { questionWith } from './question.fixture.ts'
import { isoDate } from './text-answer.shared.ts'

const english = (question: Parameters<typeof checkAnswer>[0], answer: unknown): string | null => {
  const problem = checkAnswer(question, answer)
  return problem ? localize('en-us', problem.text, problem.params) : null
}
const words = (min: number, max: number) => ({
  wordMinMax: { enabled: true, min, max },
  minMax: { enabled: false, min: 0, max: 0 },
})
const characters = (min: number, max: number) => ({
  wordMinMax: { enabled: false, min: 0, max: 0 },
  minMax: { enabled: true, min, max },
})

test.each([undefined, null, '', '  \n', {}, [], { 1: '' }])(
  'refuses %j as the answer to a required question',
  (answer) => {
    expect(isEmptyAnswer(answer)).toBe(true)
    expect(english(questionWith(1), answer)).toBe('Your answer is required.')
    expect(english(questionWith(1, { required: false }), answer)).toBeNull()
  },
)

test('refuses an answer shaped for another question type in a required text question', () => {
  expect(english(questionWith(1), { a: 'b' })).toBe('Your answer is required.')
  expect(english(questionWith(8), ['b'])).toBe('Your answer is required.')
  expect(english(questionWith(20), 'b')).toBe('Your answer is required.')
})

test('the word limit counts words and names both bounds, or one if they are equal', () => {
  const question = questionWith(8, { settings: words(2, 4) })
  expect(english(question, 'one')).toBe('Must be between 2 and 4 words.')
  expect(english(question, '  one   two ')).toBeNull()
  expect(english(question, 'a b c d e')).toBe('Must be between 2 and 4 words.')
  expect(english(questionWith(1, { settings: words(2, 2) }), 'one')).toBe('Must be 2 words.')
})

test('the character limit counts characters, not code units', () => {
  const question = questionWith(1, { settings: characters(3, 4) })
  expect(english(question, 'ab')).toBe('Must be between 3 and 4 characters.')
  expect(english(question, '🚗🚗🚗')).toBeNull()
  expect(english(questionWith(1, { settings: characters(4, 4) }), 'abc')).toBe('Must be 4 characters.')
})

test('refuses a choice that the question does not have', () => {
  expect(english(questionWith(2), 9)).toBe('One or more answer you provided is invalid')
  expect(english(questionWith(2), 'x')).toBe('One or more answer you provided is invalid')
  expect(english(questionWith(2), [1, 2])).toBe('One or more answer you provided is invalid')
  expect(english(questionWith(6), [1, 9])).toBe('One or more answer you provided is invalid')
  expect(english(questionWith(6), ['1', '3'])).toBeNull()
})

test('a point must be in the picture, and an area can be named instead', () => {
  const question = questionWith(21)
  for (const answer of [{ x: 0, y: 0 }, { x: 100, y: 100 }, { x: '12.5', y: 3 }, 2, '2'])
    expect(checkAnswer(question, answer)).toBeNull()
  for (const answer of [{ x: 100.01, y: 5 }, { x: -1, y: 5 }, { x: 5 }, { x: 'a', y: 1 }, { 1: 'one' }, 4, [1, 2], 'x'])
    expect(checkAnswer(question, answer)?.text, JSON.stringify(answer)).toBe(t.invalid)
  expect(canonicalAnswer(question, { y: 30.126, x: '12.5', more: 1 })).toEqual({ x: 12.5, y: 30.13 })
})

test('an order must use every option once', () => {
  expect(english(questionWith(3), [3, 1, 2])).toBeNull()
  expect(english(questionWith(3), [3, 1])).toBe('Use each position once.')
  expect(english(questionWith(3), [3, 1, 1])).toBe('Use each position once.')
})

test('every option of a matching question needs one of the matches', () => {
  expect(english(questionWith(20), { 1: 'one', 2: 'two', 3: 'one' })).toBeNull()
  expect(english(questionWith(20), { 1: 'one' })).toBe('Your answer is required.')
  expect(english(questionWith(20), { 1: 'one', 2: 'two', 3: 'four' })).toBe(
    'One or more answer you provided is invalid',
  )
  expect(checkDraft(questionWith(20), { 1: 'one' })).toBeNull()
})

test('a date must be a calendar day within the bounds', () => {
  const question = questionWith(16, { validation: { regex: '', min: '01/01/1910', max: '12/31/2012' } })
  expect(english(question, '02/29/2012')).toBeNull()
  expect(english(question, '02/30/2012')).toBe('Enter a date as MM/DD/YYYY.')
  expect(english(question, '2012-02-01')).toBe('Enter a date as MM/DD/YYYY.')
  expect(english(question, '01/01/2013')).toBe('The date must be between 01/01/1910 and 12/31/2012.')
  expect(isoDate('13/01/2012')).toBeNull()
})

test('Spanish messages format a date as it is typed there, day first', () => {
  const spanish = (min: string, max: string, answer: string) => {
    const { text, params } = checkAnswer(questionWith(16, { validation: { regex: '', min, max } }), answer)!
    return localize('es-es', text, params)
  }
  const [min, max] = ['01/31/2024', '12/31/2035']
  expect(spanish(min, max, '02/30/2030')).toBe('Escriba una fecha como DD/MM/AAAA.')
  expect(spanish(min, max, '01/01/2036')).toBe('La fecha debe estar entre 31/01/2024 y 31/12/2035.')
  expect(spanish(min, '', '01/01/2020')).toBe('La fecha debe ser 31/01/2024 o posterior.')
  expect(spanish('', max, '01/01/2036')).toBe('La fecha debe ser 31/12/2035 o anterior.')
})

test('a pattern must match, and an invalid pattern is not applied', () => {
  const question = (regex: string) => questionWith(9, { validation: { regex, min: '', max: '' } })
  expect(english(question('^[A-Za-z][0-9]{12}$'), 'A123456789012')).toBeNull()
  expect(english(question('^[A-Z]{2}[.][0-9]$'), 'A12')).toBe(t.pattern[0])
  expect(english(question('(?<=a)b'), 'anything')).toBeNull()
})

test.each([
  ['^[A-Za-z0-9-]{6,14}$', 'AB 123', 'Use only letters, digits, and hyphens, without spaces.'],
  ['^[A-Z]+$', 'x', 'Use only capital letters, without spaces.'],
  ['^[a-z]+$', 'X', t.pattern[0]],
  ['^[0-9 ]+$', 'x', 'Use only digits and spaces.'],
  ['^\\d{4}$', 'x', 'Use this format: 0000. A stands for a letter, 0 for a digit.'],
  [
    '^[A-Za-z][0-9]{12}$|^[A-Z][0-9]{3}-[0-9]$',
    'A12',
    'Use this format: A000000000000 or A000-0. A stands for a letter, 0 for a digit.',
  ],
  // Characters without a name, and other forms, get the general sentence.
  ['^[A-Z.]+$', 'x', t.pattern[0]],
  ['^A+$', 'x', t.pattern[0]],
])('a refusal of an answer that breaks %s states the expected form', (regex, answer, text) => {
  expect(english(questionWith(9, { validation: { regex, min: '', max: '' } }), answer)).toBe(text)
})

test('the form of a pattern is explained in Spanish, too', () => {
  const question = questionWith(9, { validation: { regex: '^[A-Za-z0-9-]{6,}$', min: '', max: '' } })
  const { text, params } = checkAnswer(question, 'a b')!
  expect(localText('es-es', { text }, 'text', params)).toBe('Use solo letras, números y guiones, sin espacios.')
})

test('clients may send a choice in several forms', () => {
  for (const spelling of [2, '2', [2], ['2']]) expect(canonicalAnswer(questionWith(2), spelling)).toBe(2)
  expect(canonicalAnswer(questionWith(6), ['3', 1, 3])).toEqual([1, 3])
  expect(canonicalAnswer(questionWith(3), ['3', 1, 2])).toEqual([3, 1, 2])
})

test('the rules never throw for any input, and the stored form is stable', () => {
  const types = fc.constantFrom(...Object.values(questionType))
  fc.assert(
    fc.property(types, fc.jsonValue(), (type, answer) => {
      const question = questionWith(type)
      const canonical = canonicalAnswer(question, answer)
      checkAnswer(question, answer)
      checkDraft(question, answer)
      expect(canonicalAnswer(question, canonical)).toEqual(canonical)
      expect(isSameAnswer(question, canonical, answer)).toBe(true)
    }),
  )
})

test('an object that cannot be converted to text is not a text, without an error', () => {
  for (const answer of [{ toString: false }, { toString: 'x', valueOf: 'y' }]) {
    expect(checkDraft(questionWith(1), answer)).toBeNull()
    expect(canonicalAnswer(questionWith(1), answer)).toBeNull()
    for (const type of [2, 6, 14, 18]) expect(() => checkDraft(questionWith(type), answer)).not.toThrow()
  }
})

test('a set of choices is equal in any order, a sorted list is not', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([1, 2, 3], { minLength: 2 }), (chosenIds) => {
      expect(isSameAnswer(questionWith(6), chosenIds, chosenIds.toReversed())).toBe(true)
      expect(isSameAnswer(questionWith(3), chosenIds, chosenIds.toReversed())).toBe(false)
    }),
  )
})
