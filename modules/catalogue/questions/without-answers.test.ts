import { describe, expect, test } from 'vitest'
import { openDemo } from '#modules/catalogue/testing/demo.ts'
import type { Question } from './question.schema.ts'
import { listQuestions, selectQuestions } from './question.sql.ts'
import { questionType } from './question-types.shared.ts'
import { withoutAnswers } from './without-answers.ts'

const { ctx } = await openDemo()
const visitor = await ctx()
const all = (await Promise.all([1, 2, 3, 4].map((version) => listQuestions(visitor, version)))).flat()

const keysOf = (value: unknown): string[] =>
  value === null || typeof value !== 'object'
    ? []
    : [...Object.keys(value), ...Object.values(value).flatMap((inner) => keysOf(inner))]

test('no question of any demo course reveals its correct answer', () => {
  expect(all).toHaveLength(470)
  for (const question of all) {
    const redacted = withoutAnswers(question)
    const keys = keysOf(redacted.configuration)
    for (const secret of ['correct', 'why', 'match', 'model', 'show_answer', 'order', 'references'])
      expect(keys).not.toContain(secret)
    const { correct } = question.configuration
    if (correct) expect(JSON.stringify(redacted)).not.toContain(correct)
    expect(redacted).not.toHaveProperty('references')
  }
})

test('keeps every option and match that a student needs, once', () => {
  for (const question of all) {
    const { options } = question.configuration
    const redacted = withoutAnswers(question).configuration
    expect(redacted.options.map(({ id }) => id).sort()).toEqual(options.map(({ id }) => id).sort())
    const matches = options.flatMap(({ match }) => match ?? [])
    expect([...redacted.matches].sort()).toEqual([...new Set(matches)].sort())
  }
})

test('hides the lesson of a quiz question, but not the lesson after which a check asks a question', () => {
  const named = all.map((question) => ({
    ...question,
    configuration: { ...question.configuration, selectedComponent: 77 },
  }))
  const ofQuizzes = named.filter(({ quiz_id, course_question_bank_id }) => quiz_id ?? course_question_bank_id)
  const ofChecks = named.filter((question) => !ofQuizzes.includes(question))
  expect([ofQuizzes.length > 0, ofChecks.length > 0]).toEqual([true, true])
  const shownQuestions = (questions: Question[]) =>
    new Set(questions.map((question) => withoutAnswers(question).configuration.selectedComponent))
  expect([shownQuestions(ofQuizzes), shownQuestions(ofChecks)]).toEqual([new Set([null]), new Set([77])])
})

/** The same question with its options stored in another order. */
const reversed = (question: Question): Question => ({
  ...question,
  configuration: { ...question.configuration, options: question.configuration.options.toReversed() },
})
const ofType = (type: number) => all.filter(({ lk_question_type_id }) => lk_question_type_id === type)

test('the order of sort options and matches does not depend on the stored correct order', () => {
  for (const question of ofType(questionType.sort_order)) {
    expect(withoutAnswers(reversed(question)).configuration.options).toEqual(
      withoutAnswers(question).configuration.options,
    )
  }
  for (const question of ofType(questionType.matching)) {
    expect(withoutAnswers(reversed(question)).configuration.matches).toEqual(
      withoutAnswers(question).configuration.matches,
    )
  }
})

describe('hints', () => {
  const question = all.find(({ configuration }) => configuration.editor.show_hint && configuration.editor.hint !== '')!

  test('are shown only where the caller allows them', () => {
    expect(withoutAnswers(question).configuration.editor).toEqual({
      active: expect.any(Boolean),
      show_hint: false,
      hint: '',
    })
    expect(withoutAnswers(question, { hints: true }).configuration.editor.hint).toBe(question.configuration.editor.hint)
  })

  test('are omitted when the question does not show them', () => {
    const editor = { ...question.configuration.editor, show_hint: false }
    const hidden = { ...question, configuration: { ...question.configuration, editor } }
    expect(withoutAnswers(hidden, { hints: true }).configuration.editor.hint).toBe('')
  })
})

describe('questions of a course', () => {
  test('are listed by place, in their order', async () => {
    const registration = await listQuestions(visitor, 1, { used_in: 'registration' })
    expect(registration.map(({ order }) => order)).toEqual(registration.map((_, index) => index + 1))
    const bank = await listQuestions(visitor, 2, { course_question_bank_ids: [21], lk_question_type_id: 2 })
    expect(bank.every((q) => q.course_question_bank_id === 21 && q.type === 'single_choice')).toBe(true)
    expect(bank.length).toBeGreaterThanOrEqual(10)
    expect(await listQuestions(visitor, 2, { used_in: 'quiz', quiz_id: 2003 })).toHaveLength(6)
    expect(await listQuestions(visitor, 2, { used_in: 'quiz', quiz_id: 1003 })).toEqual([])
  })

  test('are returned in the requested order, and never from another course', async () => {
    const questions = await selectQuestions(visitor, 2, [20064, 20001])
    expect(questions.map(({ question_id }) => question_id)).toEqual([20064, 20001])
    await expect(selectQuestions(visitor, 1, [20064])).rejects.toMatchObject({ kind: { status: 404 } })
    expect(await selectQuestions(visitor, 1, [])).toEqual([])
  })
})
