// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { isGradedByHand, questionTypeOf, typesFor } from '#modules/catalogue/questions/question-types.shared.ts'
import { readAnswer } from '#modules/learning/questions/answer-form.shared.ts'
import { rightAnswer } from '#modules/learning/questions/grading.ts'
import { questionWith } from '#modules/learning/questions/question.fixture.ts'
import { QuestionFields } from '#modules/learning/questions/question-fields.shared.tsx'
import InlineQuiz from './inline-quiz.island.tsx'
import { showQuestion } from './show.ts'
import { showInlineQuestion } from './show-inline.ts'

// The API client captures the browser's fetch when it is loaded.
const fetchMock = vi.hoisted(() => {
  const fetchMock = vi.fn<() => Promise<Response>>()
  globalThis.fetch = fetchMock
  return fetchMock
})
afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
  fetchMock.mockReset()
})

const questionOf = (type: number) =>
  showQuestion(questionWith(type), {
    answer_id: 1,
    position: 1,
    option_order: [1, 2, 3],
    answer: null,
    expires_at: null,
    overdue: false,
    answered_at: null,
    submitted_at: null,
  })

/** The data that the form around the fields would send. */
function readForm(container: Element, type: number) {
  const form = new FormData(container.querySelector('form')!)
  return readAnswer(questionWith(type), (name) => form.getAll(name).map(String))
}

const graded = typesFor('quiz').filter((type) => !isGradedByHand(type))

test.each([
  ...graded.map((type) => [type, rightAnswer(questionWith(type))] as const),
  [21, { x: 12.5, y: 40 }] as const,
])('the fields of type %i show an answer and return it unchanged: %j', (type, answer) => {
  const fields = (
    <form>
      <QuestionFields question={questionOf(type)} answer={answer} />
    </form>
  )
  const { container } = render(fields)
  expect(readForm(container, type)).toEqual(answer)
  // The server's HTML is a complete form, also without scripts.
  document.body.innerHTML = renderToString(fields)
  // happy-dom ignores the attribute when parsing.
  for (const option of document.querySelectorAll<HTMLOptionElement>('option[selected]')) option.selected = true
  expect(readForm(document.body, type)).toEqual(answer)
})

test('a written answer is shown again as typed, with its error', () => {
  const { container } = render(
    <form>
      <QuestionFields question={questionOf(8)} answer={null} typed={{ answer: 'too short' }} error="Must be 5 words." />
    </form>,
  )
  expect(readForm(container, 8)).toBe('too short')
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'too short')
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  expect(container.textContent).toContain('Must be 5 words.')
})

test('a list is sorted with buttons and arrow keys, with announcements', () => {
  const { container } = render(
    <form>
      <QuestionFields question={questionOf(3)} answer={null} />
    </form>,
  )
  expect(readForm(container, 3)).toEqual([1, 2, 3])
  fireEvent.click(screen.getByRole('button', { name: 'Move “option 1” down' }))
  expect(readForm(container, 3)).toEqual([2, 1, 3])
  expect(screen.getByRole('status').textContent).toBe('“option 1”: place 2 of 3')
  fireEvent.keyDown(screen.getByRole('button', { name: 'Move “option 1” down' }), { key: 'ArrowDown' })
  expect(readForm(container, 3)).toEqual([2, 3, 1])
  fireEvent.click(screen.getByRole('button', { name: 'Move “option 2” up' }))
  expect(readForm(container, 3)).toEqual([2, 3, 1])
})

const inline = (answered: boolean) => {
  const question = questionWith(2, {
    editor: { active: true, model: null, show_answer: true, show_hint: true, hint: 'Think of the sign.' },
  })
  const row = {
    answer_id: 5,
    component_id: 1,
    quiz_id: 7,
    question_id: 200,
    answer: 1,
    correct: false,
    submitted_at: new Date(0),
  }
  return showInlineQuestion(question, 1, answered ? row : null)
}
const TestQuiz = () => <InlineQuiz studentCourseId={3} componentId={1} quiz_id={7} questions={[inline(false)]} />

test('an inline question requires an answer before it calls the server', async () => {
  render(<TestQuiz />)
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText('Your answer is required.')).toBeTruthy()
  expect(fetchMock).not.toHaveBeenCalled()
  expect(screen.getByText('Think of the sign.')).toBeTruthy()
  expect(document.body.textContent).not.toContain('Correct answer')
})

test('an inline question shows its hint before the answer, if its author enabled it', () => {
  const hintOf = (show_hint: boolean) => {
    const editor = { active: true, model: null, show_answer: true, show_hint, hint: 'Think of the sign.' }
    const { configuration } = showInlineQuestion(questionWith(2, { editor }), 1, null)
    return [configuration.editor.hint, configuration.correct]
  }
  expect([hintOf(true), hintOf(false)]).toEqual([
    ['Think of the sign.', null],
    ['', null],
  ])
})

test('an answered inline question shows the correct answer', async () => {
  const answer = { error: false, question: inline(true) }
  fetchMock.mockImplementation(async () => Response.json(answer))
  render(<TestQuiz />)
  fireEvent.click(screen.getByRole('radio', { name: 'option 1' }))
  await act(async () => {
    fireEvent.submit(document.querySelector('form')!)
  })
  expect(await screen.findByText('Incorrect')).toBeTruthy()
  expect(screen.getByText('Correct answer').parentElement!.textContent).toContain('option 2')
  expect(screen.getByText('Think of the sign.')).toBeTruthy()
})

test('a match is chosen in a sheet on a phone, and the form gets a change event', async () => {
  const matching = graded.find((type) => questionTypeOf(type).field === 'matching')!
  const long = 'Slow down, cover the brake and look for the exit'
  const { configuration, ...question } = questionOf(matching)
  const onFormChange = vi.fn()
  render(
    <form onChange={onFormChange}>
      <QuestionFields
        question={{ ...question, configuration: { ...configuration, matches: [long, 'Stop'] } }}
        answer={null}
      />
    </form>,
  )
  const [select] = screen.getAllByRole<HTMLSelectElement>('combobox')
  const { text } = configuration.options[0]!
  const open = screen.getByRole('button', { name: `${text}: Choose…` })
  fireEvent.click(open)
  const dialog = document.querySelector('dialog[open]') as HTMLElement
  expect(within(dialog).getByRole('heading', { name: text })).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: long }))
  expect(select!.value).toBe(long)
  expect(onFormChange).toHaveBeenCalled()
  expect(document.querySelector('dialog[open]')).toBeNull()
  expect(screen.getByRole('button', { name: `${text}: ${long}` })).toBeTruthy()
})
