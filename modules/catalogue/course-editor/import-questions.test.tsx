// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

const row = { file: 'items/q1.xml', lk_question_type_id: 2, problems: [], notes: [] as string[] }
const preview = {
  questions: [
    { ...row, line: 2, title: 'Which sign?', notes: ['Missing picture: sign.png.', 'Feedback is left out: Look.'] },
    { ...row, line: 9, title: 'Where?', file: null },
  ],
  notes: [{ line: 1, file: 'items/sign.png', note: 'The file items/sign.png is left out.' }],
  count: 2,
  good: 2,
}
vi.mock('#platform/ui/send-file.ts', () => ({
  sendFile: async () => ({ data: preview, response: new Response() }),
}))
const { ImportQuestions } = await import('./import-questions.tsx')
afterEach(cleanup)

test('shows before the import what is skipped in each question and in the file, with positions', async () => {
  render(<ImportQuestions course_id={1} course_question_bank_id={2} onAdded={() => {}} />)
  const file = new File(['x'], 'questions.zip')
  fireEvent.change(screen.getByLabelText('Choose a file'), { target: { files: [file] } })
  expect(await screen.findByText('items/sign.png, line 1: The file items/sign.png is left out.')).toBeTruthy()
  const [first, second] = screen.getAllByRole('row').slice(1)
  expect(
    within(first!)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Lineitems/q1.xml, line 2',
    'QuestionWhich sign?',
    'TypeSingle Choice',
    'ProblemsNone',
    'Left outMissing picture: sign.png. Feedback is left out: Look.',
  ])
  expect(
    within(second!)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Line9', 'QuestionWhere?', 'TypeSingle Choice', 'ProblemsNone', 'Left outNone'])
})
