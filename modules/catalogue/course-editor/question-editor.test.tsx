// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { QuestionUse } from '#modules/catalogue/questions/question-types.shared.ts'
import { fakeApi } from '#platform/testing/fake-api.ts'
import { type EditedQuestion, newQuestion, withType } from './edited-question.shared.ts'

const api = fakeApi()
const { QuestionList } = await import('./question-editor.tsx')
const { InlineQuestions } = await import('./inline-questions.tsx')
afterEach(cleanup)

let now: EditedQuestion[] = []
function Edited({ use, first }: { use: QuestionUse; first: EditedQuestion[] }) {
  const [questions, setQuestions] = useState(first)
  now = questions
  const lessons = [
    { value: 31, label: 'Snow: Ice' },
    { value: 32, label: 'Snow: Fog' },
  ]
  return <QuestionList use={use} questions={questions} lessons={lessons} organization_id={1} onChange={setQuestions} />
}
const questionOf = (use: QuestionUse, type: number) => withType(newQuestion(use), type)
const show = (use: QuestionUse, ...types: number[]) =>
  render(<Edited use={use} first={types.map((type) => questionOf(use, type))} />)
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const optionLabels = () =>
  [...document.querySelectorAll('details label')].map((label) => label.textContent?.replace(/\s+/g, ' ').trim())

test('a written answer has limits, a pattern, a time and a model answer', () => {
  show('quiz', 8)
  fireEvent.click(screen.getByLabelText('Limit the number of words'))
  type('At least', '20')
  type('At most', '40')
  type('Pattern', '^[A-Z]')
  fireEvent.click(screen.getByLabelText('Limit the time to answer'))
  type('Seconds', '90')
  fireEvent.click(screen.getByLabelText("Students can't change a saved answer"))
  type('Model answer', 'Slow down.')
  expect(now[0]!.configuration).toMatchObject({
    settings: { wordMinMax: { enabled: true, min: 20, max: 40 }, minMax: { enabled: false } },
    validation: { regex: '^[A-Z]' },
    timer: { active: true, seconds: 90 },
    noEditAfterSave: true,
    correct: 'Slow down.',
  })
})

test('each place and type offers the settings that apply to it', () => {
  const shared = ["Students can't change a saved answer", 'Limit the time to answer']
  const optionsFor = (use: QuestionUse, type: number) => {
    cleanup()
    show(use, type)
    return optionLabels()
  }
  expect(optionsFor('quiz', 2)).toEqual(shared)
  expect(optionsFor('registration', 19)).toEqual([shared[0], 'Staff review the file', shared[1]])
  expect(optionsFor('registration', 9)).toEqual([
    shared[0],
    'Students type the answer twice',
    shared[1],
    'Limit the number of characters',
    'Pattern',
  ])
  expect(optionsFor('security', 2)).toEqual(['Lesson'])
})

test('hint and correct answer are offered where students can see them', () => {
  const offeredIn = (use: QuestionUse, type: number) => {
    cleanup()
    show(use, type)
    return ['Show Correct Answer', 'Show Hint', 'Hint Text'].filter((label) => screen.queryByLabelText(label))
  }
  expect(offeredIn('bank', 2)).toEqual(['Show Correct Answer', 'Show Hint', 'Hint Text'])
  expect(offeredIn('bank', 1)).toEqual(['Show Hint', 'Hint Text'])
  expect(offeredIn('registration', 9)).toEqual(['Show Hint', 'Hint Text'])
  for (const use of ['quiz', 'security', 'content'] as const) expect(offeredIn(use, 2)).toEqual([])
})

test("a date has its first and last day in the course's format", () => {
  show('registration', 16)
  type('Earliest date', '1990-02-01')
  type('Latest date', '2010-12-31')
  expect(now[0]!.configuration.validation).toMatchObject({ min: '02/01/1990', max: '12/31/2010' })
  expect(screen.getByLabelText<HTMLInputElement>('Latest date').value).toBe('2010-12-31')
})

test('a question about the lessons is asked after a chosen one, or after any', () => {
  show('content', 4)
  type('Lesson', '32')
  expect(now[0]!.configuration.selectedComponent).toBe(32)
  type('Lesson', '')
  expect(now[0]!.configuration.selectedComponent).toBeNull()
})

test('a question can depend on any of several answers', () => {
  show('registration', 2, 1)
  const [first, second] = now
  const last = () => within(screen.getAllByRole('listitem')[1]!)
  const conditions = () => last().getAllByLabelText<HTMLSelectElement>(/after this answer/i)
  const choose = (index: number, option: number) =>
    fireEvent.change(conditions()[index]!, { target: { value: option ? `${first!.question_id}:${option}` : '' } })
  choose(0, 1)
  choose(1, 2)
  expect(now[1]).toMatchObject({
    question_id: second!.question_id,
    conditional: [`${first!.question_id}:1`, `${first!.question_id}:2`],
  })
  choose(0, 0)
  expect(now[1]!.conditional).toEqual([`${first!.question_id}:2`])
})

test('removing an option keeps the focus in its question, and does not change the first question', () => {
  show('quiz', 6, 2)
  const item = within(screen.getAllByRole('listitem')[0]!)
  fireEvent.click(item.getByText('Add option'))
  expect(document.activeElement).toBe(item.getByLabelText('Option 3'))
  fireEvent.click(item.getByLabelText('Remove option 3'))
  expect(document.activeElement?.textContent).toBe('Add option')
  const before = now.map(({ question_id }) => question_id)
  fireEvent.click(item.getByText('↑'))
  expect(now.map(({ question_id }) => question_id)).toEqual(before)
  fireEvent.click(item.getByText('↓'))
  expect(now.map(({ question_id }) => question_id)).toEqual(before.toReversed())
})

const card = { component: 'inline-quiz', course_question_bank_id: 5, questions: [12] }

test('hint and answer of a lesson question are saved on change, and the last change on leaving', async () => {
  const stored = { ...questionOf('bank', 2), question_id: 12 }
  const calls: { path: string; body: EditedQuestion }[] = []
  api.answer = ({ path, body }) => {
    if (path.endsWith('update-config')) calls.push({ path, body: body as EditedQuestion })
    return { body: { error: false, questions: [stored], question: stored } }
  }
  const { unmount } = render(<InlineQuestions attrs={card} readOnly={false} />)
  fireEvent.click(await screen.findByLabelText('Show Hint'))
  await waitFor(() => expect(calls.map(({ body }) => body.configuration.editor.show_hint)).toEqual([true]))
  type('Hint Text', 'x'.repeat(501))
  expect(screen.getByText('Please use maximum 500 characters')).toBeTruthy()
  type('Hint Text', 'Think of braking.')
  unmount()
  await waitFor(() => expect(calls.at(-1)!.body.configuration.editor.hint).toBe('Think of braking.'))
  expect(calls.map(({ body }) => body.configuration.editor.hint.length)).toEqual([0, 17])
})

test("saving a hint keeps others' changes and text typed meanwhile, and is retried after a failure", async () => {
  const question = withType(newQuestion('bank'), 2)
  const { editor } = question.configuration
  const withEditor = (title: string) => ({
    ...question,
    question_id: 12,
    configuration: { ...question.configuration, title, editor: { ...editor, show_hint: true } },
  })
  let stored = withEditor('As it was')
  const questions: EditedQuestion[] = []
  let answerSave: (status: number) => void = () => {}
  api.answer = async ({ path, body }) => {
    if (!path.endsWith('update-config')) return { body: { error: false, questions: [stored] } }
    questions.push(body as never)
    const status = await new Promise<number>((resolve) => {
      answerSave = resolve
    })
    return {
      status,
      body: status === 200 ? { error: false, question: stored } : { error: true, code: 'BUSY', message: '' },
    }
  }
  render(<InlineQuestions attrs={card} readOnly={false} />)
  await screen.findByLabelText('Hint Text')
  stored = withEditor('Corrected by someone else')
  type('Hint Text', 'Think')
  await waitFor(() => expect(questions).toHaveLength(1))
  type('Hint Text', 'Think of braking.')
  answerSave(200)
  await waitFor(() => expect(questions).toHaveLength(2))
  answerSave(503)
  await waitFor(() => expect(questions).toHaveLength(3), { timeout: 8_000 })
  answerSave(200)
  expect(questions.map(({ configuration }) => configuration.title)).toEqual(Array(3).fill('Corrected by someone else'))
  expect(questions.map(({ configuration }) => configuration.editor.hint)).toEqual([
    'Think',
    'Think of braking.',
    'Think of braking.',
  ])
}, 20_000)

test('deletes a question only after confirmation', () => {
  show('quiz', 8, 8)
  const [first] = now
  fireEvent.click(screen.getByRole('button', { name: 'Delete “Question 2”' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('This removes Question 2 and everything in it.')).toBeTruthy()
  fireEvent.click(dialog.getByText('Cancel'))
  expect(now).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Delete “Question 2”' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByText('Delete'))
  expect(now).toEqual([first])
})

const hotspot = (): EditedQuestion => {
  const question = questionOf('quiz', 21)
  return {
    ...question,
    configuration: { ...question.configuration, picture: { src: '/media/7/street.webp', alt: 'A street' } },
  }
}
const areasNow = () => now[0]!.configuration.options.map(({ text, correct, area }) => ({ text, correct, area }))

test('areas are added, named, placed and removed by keyboard alone', async () => {
  render(<Edited use="quiz" first={[hotspot()]} />)
  fireEvent.click(await screen.findByText('Add rectangle'))
  type('Name of area 1', 'The child')
  type('Left', '83')
  type('Top', '0')
  type('Width', '')
  type('Width', '12.345')
  fireEvent.click(screen.getByText('Add polygon'))
  type('Name of area 2', 'The car')
  fireEvent.click(screen.getByText('Add corner'))
  type('Corner 4, left', '30')
  fireEvent.click(screen.getByLabelText('Remove corner 1'))
  expect(areasNow()).toEqual([
    { text: 'The child', correct: true, area: { kind: 'rectangle', x: 83, y: 0, width: 12.35, height: 20 } },
    {
      text: 'The car',
      correct: false,
      area: {
        kind: 'polygon',
        points: [
          { x: 65, y: 60 },
          { x: 35, y: 60 },
          { x: 30, y: 47.5 },
        ],
      },
    },
  ])
  fireEvent.click(screen.getByLabelText('Remove area 1'))
  fireEvent.click(screen.getByLabelText('Correct'))
  expect(areasNow()).toMatchObject([{ text: 'The car', correct: true }])
})

test('areas are drawn, moved and reshaped with a pointer', async () => {
  render(<Edited use="quiz" first={[hotspot()]} />)
  const surface = (await screen.findByAltText('A street')).parentElement!
  surface.setPointerCapture = () => {}
  surface.getBoundingClientRect = () => ({ left: 0, top: 0, width: 200, height: 100 }) as DOMRect
  const drag = (target: Element, from: [number, number], to: [number, number]) => {
    fireEvent.pointerDown(target, { clientX: from[0], clientY: from[1], button: 0 })
    fireEvent.pointerMove(surface, { clientX: to[0], clientY: to[1] })
    fireEvent.pointerUp(surface, { clientX: to[0], clientY: to[1] })
  }
  drag(surface, [20, 10], [60, 30])
  drag(document.querySelector('[data-area="1"]')!, [30, 20], [50, 40])
  drag(document.querySelector('[data-corner="0"]')!, [40, 30], [20, 20])
  // An area too small to be tapped is dropped.
  drag(surface, [150, 50], [151, 50])
  fireEvent.click(screen.getByText('Draw polygon'))
  for (const [clientX, clientY] of [
    [100, 50],
    [140, 50],
    [140, 90],
    [100, 50],
  ])
    fireEvent.pointerDown(surface, { clientX, clientY, button: 0 })
  expect(areasNow().map(({ area }) => area)).toEqual([
    { kind: 'rectangle', x: 10, y: 20, width: 30, height: 30 },
    {
      kind: 'polygon',
      points: [
        { x: 50, y: 50 },
        { x: 70, y: 50 },
        { x: 70, y: 90 },
      ],
    },
  ])
  fireEvent.click(screen.getByText('Draw polygon'))
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(screen.getByText('Draw polygon')).toBeTruthy()
})

test('changing the type removes areas and picture, and a question without a picture requires one first', async () => {
  const first = hotspot()
  const options = [1, 2].map((id) => ({ id, text: `Area ${id}`, conditional: [] }))
  const dropdown = withType({ ...first, configuration: { ...first.configuration, options } }, 5)
  expect(dropdown.configuration).toMatchObject({ picture: undefined, options: [{ text: '' }, { text: '' }] })
  show('quiz', 21)
  expect(await screen.findByText(/Choose a picture first/)).toBeTruthy()
  expect(now[0]!.configuration.options).toEqual([])
})

test('True or False begins with its two texts in the language of the author, and keeps texts that were written', () => {
  const textsOf = (question: EditedQuestion) => question.configuration.options.map(({ text }) => text)
  const freshQuestion = questionOf('bank', 2)
  expect(textsOf(freshQuestion)).toEqual(['', ''])
  expect(textsOf(withType(freshQuestion, 4))).toEqual(['True', 'False'])
  expect(textsOf(withType(freshQuestion, 4, 'es-es'))).toEqual(['Verdadero', 'Falso'])
  expect(withType(freshQuestion, 4).configuration.options.map(({ correct }) => correct)).toEqual([true, false])
})

test('a long list is folded, searchable by titles and options, and shows twenty at a time', () => {
  const first = Array.from({ length: 45 }, (_, index) => {
    const question = questionOf('bank', 2)
    const title = index === 40 ? '¿Qué significa la señal?' : `Sign ${index + 1}`
    const options = question.configuration.options.map((option) => ({
      ...option,
      text: index === 7 ? 'Yield' : 'Stop',
    }))
    return { ...question, question_id: index + 1, configuration: { ...question.configuration, title, options } }
  })
  render(<Edited use="bank" first={first} />)
  const rows = () => screen.getAllByRole('listitem').length
  const row = (name: RegExp) => screen.getByRole('button', { name })
  expect(rows()).toBe(20)
  expect(screen.queryByLabelText('Type')).toBeNull()
  expect(screen.getByText('1 to 20 of 45')).toBeTruthy()
  fireEvent.click(screen.getByText('Next'))
  fireEvent.click(screen.getByText('Next'))
  expect([rows(), screen.queryByText('Next')]).toEqual([5, null])
  type('Find a question', 'que SENAL')
  expect(screen.getByText('1 to 1 of 1')).toBeTruthy()
  type('Find a question', 'yield')
  fireEvent.click(row(/^8\s*Sign/))
  expect(row(/^8\s*Sign/).getAttribute('aria-expanded')).toBe('true')
  fireEvent.change(screen.getByDisplayValue('Sign 8'), { target: { value: 'Sign eight' } })
  expect(now[7]!.configuration.title).toBe('Sign eight')
  fireEvent.click(row(/^8\s*Sign/))
  expect(screen.queryByDisplayValue('Sign eight')).toBeNull()
  fireEvent.click(screen.getByText('Add question'))
  expect(now).toHaveLength(46)
  expect(screen.getByText('41 to 46 of 46')).toBeTruthy()
})
