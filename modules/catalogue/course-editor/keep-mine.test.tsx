// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '#platform/testing/fake-api.ts'
import { forgetPage } from '#platform/ui/shared.tsx'
import { newQuestion } from './edited-question.shared.ts'

const api = fakeApi()
const { default: FaqEditor } = await import('./faq-editor.island.tsx')
const { default: QuestionBank } = await import('./question-bank.island.tsx')
const { default: DraftBadge } = await import('./draft-badge.island.tsx')
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  forgetPage()
  vi.restoreAllMocks()
})

const faq = (faq_id: number, title: string) => ({
  faq_id,
  title,
  body: `About ${title}`,
  post_completion_ind: 0 as const,
})
const missing = { status: 404, body: { error: true, code: 'NOT_FOUND', message: 'Not found.' } }
const newer = { status: 409, body: { error: true, code: 'CHANGED_MEANWHILE', message: 'Changed.', details: {} } }

test('keeping mine recreates an FAQ deleted by another author', async () => {
  const stored = [faq(12, 'Of another author')]
  api.answer = ({ path, body }) => {
    if (path === '/api/course/one') return { body: { course: { course_version_id: 9, revisions: { faq: 2 } } } }
    if (path === '/api/course/faqs') return { body: { faqs: stored } }
    if (body?.revision !== 2) return newer
    const faqs = body?.faqs as { faq_id: number; title: string }[]
    if (faqs.some(({ faq_id }) => faq_id === 11)) return missing
    return { body: { revision: 3, questions: [...stored, ...faqs.map(({ title }) => faq(40, title))] } }
  }
  render(<FaqEditor course_id={3} revision={1} faqs={[faq(11, 'Weather')]} />)
  fireEvent.change(screen.getByDisplayValue('Weather'), { target: { value: 'Ice' } })
  fireEvent.click(screen.getByText('Save'))
  fireEvent.click(await screen.findByText('Keep mine'))
  await waitFor(() => screen.getByText('Saved', { exact: false }))
  const [, refused, again] = api.sent('/course/updateFaq') as { faqs: { faq_id: number; title: string }[] }[]
  expect(refused!.faqs).toMatchObject([{ faq_id: 11, title: 'Ice' }])
  expect(again!.faqs).toMatchObject([{ faq_id: expect.any(Number), title: 'Ice' }])
  expect(again!.faqs[0]!.faq_id).toBeLessThan(1)
  expect(screen.getByDisplayValue('Ice')).toBeTruthy()
  expect(screen.getByDisplayValue('Of another author')).toBeTruthy()
})

test('a save by another author during a conflict is a new conflict; keeping mine overwrites only what was seen', async () => {
  let stored = { revision: 2, title: 'Snow' }
  api.answer = ({ path, body }) => {
    if (path === '/api/course/one')
      return { body: { course: { course_version_id: 9, revisions: { faq: stored.revision } } } }
    if (path === '/api/course/faqs') return { body: { faqs: [faq(11, stored.title)] } }
    if (body?.revision !== stored.revision) return newer
    return { body: { revision: stored.revision + 1, questions: [faq(11, 'Ice')] } }
  }
  render(<FaqEditor course_id={5} revision={1} faqs={[faq(11, 'Weather')]} />)
  fireEvent.change(screen.getByDisplayValue('Weather'), { target: { value: 'Ice' } })
  fireEvent.click(screen.getByText('Save'))
  await screen.findByText('Keep mine')
  await screen.findByText('About Snow')
  stored = { revision: 3, title: 'Hail' }
  fireEvent.click(screen.getByText('Keep mine'))
  await screen.findByText('About Hail')
  fireEvent.click(screen.getByText('Keep mine'))
  await waitFor(() => screen.getByText('Saved', { exact: false }))
  expect(api.sent('/course/updateFaq')).toMatchObject([{ revision: 1 }, { revision: 2 }, { revision: 3 }])
})

test('a part that is no longer stored can be kept even without a newer save', async () => {
  api.answer = ({ path, body }) => {
    if (path === '/api/course/one') return { body: { course: { course_version_id: 9, revisions: { faq: 1 } } } }
    if (path === '/api/course/faqs') return { body: { faqs: [] } }
    const faqs = body?.faqs as { faq_id: number; title: string }[]
    if (faqs.some(({ faq_id }) => faq_id === 11)) return missing
    return { body: { revision: 2, questions: faqs.map(({ title }) => faq(41, title)) } }
  }
  render(<FaqEditor course_id={4} revision={1} faqs={[faq(11, 'Weather')]} />)
  fireEvent.change(screen.getByDisplayValue('Weather'), { target: { value: 'Fog' } })
  fireEvent.click(screen.getByText('Save'))
  fireEvent.click(await screen.findByText('Keep mine'))
  await waitFor(() => screen.getByText('Saved', { exact: false }))
  expect(screen.getByDisplayValue('Fog')).toBeTruthy()
})

test('reports that everything being edited was deleted, and keeps the typed text', async () => {
  api.answer = () => missing
  render(
    <QuestionBank
      course_id={3}
      organization_id={1}
      course_question_bank_id={5}
      revision={1}
      name="Signs"
      questions={[]}
      lessons={[]}
    />,
  )
  fireEvent.change(screen.getByDisplayValue('Signs'), { target: { value: 'Road signs' } })
  fireEvent.click(screen.getByText('Save'))
  await screen.findByText(/deleted in the meantime/)
  expect(screen.getByDisplayValue('Road signs')).toBeTruthy()
})

test('leaving with unsaved changes asks for confirmation, and stays on request', async () => {
  api.answer = () => ({ body: { revision: 2, questions: [faq(11, 'Ice')] } })
  const followed = vi.spyOn(location, 'assign').mockImplementation(() => {})
  render(
    <>
      <a href="/dashboard">Home</a>
      <FaqEditor course_id={4} revision={1} faqs={[faq(11, 'Weather')]} />
    </>,
  )
  fireEvent.change(screen.getByDisplayValue('Weather'), { target: { value: 'Ice' } })
  expect(fireEvent.click(screen.getByText('Home'))).toBe(false)
  const dialog = screen.getByRole('dialog')
  fireEvent.click(within(dialog).getByText('Stay'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(followed).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('Home'))
  fireEvent.click(within(screen.getByRole('dialog')).getByText('Save and leave'))
  await waitFor(() => expect(followed).toHaveBeenCalledOnce())
  expect(api.sent('/course/updateFaq')).toMatchObject([{ faqs: [{ faq_id: 11, title: 'Ice' }] }])
})

test('differences under equal titles are shown before one is dropped', async () => {
  const question = (text: string, seconds: number) => {
    const fresh = newQuestion('bank')
    return {
      ...fresh,
      question_id: 7,
      text,
      configuration: { ...fresh.configuration, title: 'Ice', correct: text, timer: { active: true, seconds } },
    }
  }
  api.answer = ({ path }) =>
    path === '/api/course/loadCourseQuestionBank'
      ? { body: { name: 'Signs', questions: [question('Their own text', 90)], revision: 2 } }
      : newer
  render(
    <QuestionBank
      course_id={3}
      organization_id={1}
      course_question_bank_id={6}
      revision={1}
      name="Signs"
      questions={[question('My long text', 30) as never]}
      lessons={[]}
    />,
  )
  fireEvent.change(screen.getByDisplayValue('Ice'), { target: { value: 'Ice ' } })
  fireEvent.click(screen.getByText('Save'))
  await screen.findByText('Use theirs')
  expect(screen.queryByText('These versions are the same.')).toBeNull()
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent)
  for (const words of ['Their own text', 'My long text', 'seconds: 90', 'seconds: 30']) {
    expect(lines).toContainEqual(expect.stringContaining(words))
  }
})

/** The heading of the course and its editor, as separate islands. */
const withHeading = () =>
  render(
    <>
      <DraftBadge draft={false} />
      <FaqEditor course_id={6} revision={1} faqs={[faq(11, 'Weather')]} />
    </>,
  )
const writeAndSave = () => {
  fireEvent.change(screen.getByDisplayValue('Weather'), { target: { value: 'Fog' } })
  fireEvent.click(screen.getByText('Save'))
}

test("the heading shows a draft after the editor's first save", async () => {
  api.answer = () => ({ body: { revision: 2, questions: [faq(11, 'Fog')] } })
  withHeading()
  expect(screen.queryByText('Unpublished changes')).toBeNull()
  writeAndSave()
  await waitFor(() => screen.getByText('Unpublished changes'))
  expect(screen.getByText('✓ Saved')).toBeTruthy()
})

test('a refused save creates no draft: the heading stays and the editor shows the reason', async () => {
  const refusal = { error: true, code: 'INVALID', message: 'The title is too long.' }
  api.answer = () => ({ status: 400, body: refusal })
  withHeading()
  writeAndSave()
  await screen.findByText('The title is too long.')
  expect(screen.queryByText('Unpublished changes')).toBeNull()
  api.answer = () => ({ body: { revision: 2, questions: [faq(11, 'Fog')] } })
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => screen.getByText('Unpublished changes'))
})
