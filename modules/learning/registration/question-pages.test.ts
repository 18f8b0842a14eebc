import { describe, expect, test } from 'vitest'
import { localText } from '#platform/texts.ts'
import { formatHint } from './format-hint.shared.ts'
import { questionPages } from './question-pages.shared.ts'
import type { RuledQuestion } from './registration-rules.shared.ts'

type Mark = { branches?: boolean; timed?: boolean; type?: string }
const question = (question_id: number, { branches = false, timed = false, type = 'date' }: Mark = {}) => ({
  question_id,
  type,
  branches,
  configuration: { timer: { active: timed } },
})
const idsOf = (questions: readonly ReturnType<typeof question>[]) =>
  questionPages(questions).map((page) => page.map(({ question_id }) => question_id))
const questionsOf = (n: number) => Array.from({ length: n }, (_, index) => question(index + 1))

describe('the pages of a registration', () => {
  test('end with a question whose answer decides the next ones', () => {
    expect(idsOf([question(1, { branches: true }), question(2), question(3, { branches: true }), question(4)])).toEqual(
      [[1], [2, 3], [4]],
    )
  })

  test('show a timed question alone', () => {
    expect(idsOf([question(1), question(2, { timed: true }), question(3), question(4)])).toEqual([[1], [2], [3, 4]])
  })

  test('accept one document each', () => {
    const upload = { type: 'upload' }
    expect(idsOf([question(1, upload), question(2), question(3, upload)])).toEqual([[1, 2], [3]])
  })

  test('have at most eight questions', () => {
    expect(questionPages(questionsOf(8)).map((page) => page.length)).toEqual([8])
    expect(questionPages(questionsOf(9)).map((page) => page.length)).toEqual([8, 1])
    expect(questionPages([])).toEqual([])
  })
})

describe('a field states the expected form of its answer', () => {
  const formHint = (lk_question_type_id: number, settings: object) => {
    const none = { enabled: false, min: 0, max: 0 }
    const configuration = { title: 'Anything', settings: { wordMinMax: none, minMax: none, ...settings } }
    const hint = formatHint({ lk_question_type_id, configuration } as unknown as RuledQuestion)
    return (
      hint && [
        localText('en-us', { hint: hint.text }, 'hint', hint.params),
        localText('es-es', { hint: hint.text }, 'hint', hint.params),
      ]
    )
  }

  test.each([
    [1, { wordMinMax: { enabled: true, min: 3, max: 60 } }, ['3-60 words', 'De 3 a 60 palabras']],
    [1, { minMax: { enabled: true, min: 10, max: 10 } }, ['10 characters', '10 caracteres']],
    [9, { minMax: { enabled: true, min: 5, max: 20 } }, ['5-20 characters', 'De 5 a 20 caracteres']],
    // The rule only applies to the words of written answers.
    [9, { wordMinMax: { enabled: true, min: 3, max: 60 } }, null],
    [1, {}, null],
  ])('type %i with %j', (type, settings, words) => {
    expect(formHint(type, settings)).toEqual(words)
  })
})
