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
const notFound = { status: 404, body: { error: true, code: 'NOT_FOUND', message: 'Not found.' } }
const newer = { status: 409, body: { error: true, code: 'CHANGED_MEANWHILE', message: 'Changed.', details: {} } }

test('keeping mine recreates an FAQ deleted by another author', async () => {
  const stored = [faq(12, 'Of another author')]
  api.answer = ({ path, body }) => {
    if (path === '/api/course/one') return { body: { course: { course_version_id: 9, revisions: { faq: 2 } } } }
    if (path === '/api/course/faqs') return { body: { faqs: stored } }
    if (body?.revision !== 2) return newer
    const faqs = body?.faqs as { faq_id: number; title: string }[]
    if (faqs.some(({ faq_id }) => faq_id === 11)) return notFound
    const created = faqs.filter(({ faq_id }) => faq_id < 1)
    return { body: { revision: 3, questions: [...stored, ...created.map(({ title }) => faq(40, title))] } }
  }
  render(<FaqEditor course_id={3} revision={1} faqs={[faq(11, 'Weather')]} />)
  fireEvent.change(screen.getByDisplayValue('Weather'), { target: { value: 'Ice' } })
  fireEvent.click(screen.getByText('Save'))
  fireEvent.click(await screen.findByText('Save merged version'))
  await waitFor(() => screen.getByText('Saved', { exact: false }))
  const [, refusedSave, again] = api.sent('/course/updateFaq') as { faqs: { faq_id: number; title: string }[] }[]
  expect(refusedSave!.faqs).toMatchObject([{ faq_id: 12 }, { faq_id: 11, title: 'Ice' }])
  // The other author's new one is part of what is saved.
  expect(again!.faqs).toMatchObject([{ title: 'Of another author' }, { faq_id: expect.any(Number), title: 'Ice' }])
  expect(again!.faqs[1]!.faq_id).toBeLessThan(1)
  expect(screen.getByDisplayValue('Ice')).toBeTruthy()
  expect(await screen.findByDisplayValue('Of another author')).toBeTruthy()
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
  await screen.findByText('Save merged version')
  await screen.findByText('Snow', { exact: false, selector: 'mark' })
  stored = { revision: 3, title: 'Hail' }
  fireEvent.click(screen.getByText('Save merged version'))
  await screen.findByText('Hail', { exact: false, selector: 'mark' })
  fireEvent.click(screen.getByText('Save merged version'))
  await waitFor(() => screen.getByText('✓ Saved'))
  const sent = api.sent('/course/updateFaq')
  expect(sent).toMatchObject([{ revision: 1 }, { revision: 2 }, { revision: 3 }])
  // Their text belongs to their title; mine is only where both changed the same.
  expect(sent[2]).toMatchObject({ faqs: [{ title: 'Ice', body: 'About Hail' }] })
})

test('merges changes of different FAQs without asking, and keeps text typed in the meantime', async () => {
  const stored = [faq(11, 'Weather'), faq(12, 'Black ice'), faq(13, 'Fog')]
  api.answer = ({ path, body }) => {
    if (path === '/api/course/one') return { body: { course: { course_version_id: 9, revisions: { faq: 2 } } } }
    if (path === '/api/course/faqs') return { body: { faqs: stored } }
    if (body?.revision !== 2) return newer
    return { body: { revision: 3, questions: body.faqs } }
  }
  render(<FaqEditor course_id={7} revision={1} faqs={[faq(11, 'Weather'), faq(12, 'Ice')]} />)
  fireEvent.change(screen.getByDisplayValue('Weather'), { target: { value: 'Bad weather' } })
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => screen.getByText('✓ Saved'))
  expect(screen.queryByText('Save merged version')).toBeNull()
  for (const title of ['Bad weather', 'Black ice', 'Fog']) expect(screen.getByDisplayValue(title)).toBeTruthy()
  expect(api.sent('/course/updateFaq')[1]).toMatchObject({
    revision: 2,
    faqs: [{ title: 'Bad weather' }, { title: 'Black ice' }, { title: 'Fog' }],
  })
})

test('a place changed by both can take their version while another keeps mine', async () => {
  const stored = [faq(11, 'Snow'), faq(12, 'Hail')]
  api.answer = ({ path, body }) => {
    if (path === '/api/course/one') return { body: { course: { course_version_id: 9, revisions: { faq: 2 } } } }
    if (path === '/api/course/faqs') return { body: { faqs: stored } }
    if (body?.revision !== 2) return newer
    return { body: { revision: 3, questions: body.faqs } }
  }
  render(<FaqEditor course_id={8} revision={1} faqs={[faq(11, 'Weather'), faq(12, 'Ice')]} />)
  fireEvent.change(screen.getByDisplayValue('Weather'), { target: { value: 'Fog' } })
  fireEvent.change(screen.getByDisplayValue('Ice'), { target: { value: 'Wind' } })
  fireEvent.click(screen.getByText('Save'))
  await screen.findByText('Save merged version')
  const places = screen.getAllByRole('group').filter((element) => element.querySelector('mark'))
  expect(places).toHaveLength(2)
  fireEvent.click(within(places[1]!).getByLabelText(/Their version/))
  fireEvent.click(screen.getByText('Save merged version'))
  await waitFor(() => screen.getByText('✓ Saved'))
  expect(api.sent('/course/updateFaq')[1]).toMatchObject({ faqs: [{ title: 'Fog' }, { title: 'Hail' }] })
})

test('a part that is no longer stored can be kept even without a newer save', async () => {
  api.answer = ({ path, body }) => {
    if (path === '/api/course/one') return { body: { course: { course_version_id: 9, revisions: { faq: 1 } } } }
    if (path === '/api/course/faqs') return { body: { faqs: [] } }
    const faqs = body?.faqs as { faq_id: number; title: string }[]
    if (faqs.some(({ faq_id }) => faq_id === 11)) return notFound
    return { body: { revision: 2, questions: faqs.map(({ title }) => faq(41, title)) } }
  }
  render(<FaqEditor course_id={4} revision={1} faqs={[faq(11, 'Weather')]} />)
  fireEvent.change(screen.getByDisplayValue('Weather'), { target: { value: 'Fog' } })
  fireEvent.click(screen.getByText('Save'))
  fireEvent.click(await screen.findByText('Save merged version'))
  await waitFor(() => screen.getByText('Saved', { exact: false }))
  expect(screen.getByDisplayValue('Fog')).toBeTruthy()
})

test('reports that everything being edited was deleted, and keeps the typed text', async () => {
  api.answer = () => notFound
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

test("a question's title that both changed is chosen, and its other changes are merged", async () => {
  const question = (title: string, text: string, seconds: number) => {
    const freshQuestion = newQuestion('bank')
    return {
      ...freshQuestion,
      question_id: 7,
      configuration: { ...freshQuestion.configuration, title, correct: text, timer: { active: true, seconds } },
    }
  }
  api.answer = ({ path, body }) => {
    if (path === '/api/course/loadCourseQuestionBank')
      return { body: { name: 'Signs', questions: [question('Snow', 'Their own text', 90)], revision: 2 } }
    return body?.revision === 2 ? { body: { revision: 3, questions: body.questions } } : newer
  }
  render(
    <QuestionBank
      course_id={3}
      organization_id={1}
      course_question_bank_id={6}
      revision={1}
      name="Signs"
      questions={[question('Ice', 'My long text', 30) as never]}
      lessons={[]}
    />,
  )
  fireEvent.change(screen.getByDisplayValue('Ice'), { target: { value: 'Fog' } })
  fireEvent.click(screen.getByText('Save'))
  await screen.findByText('Use theirs')
  const [place] = screen.getAllByRole('group').filter((element) => element.querySelector('mark'))
  expect(place!.textContent).toContain('Fog')
  expect(place!.textContent).toContain('Snow')
  fireEvent.click(screen.getByText('Save merged version'))
  await waitFor(() => screen.getByText('✓ Saved'))
  const configuration = { title: 'Fog', correct: 'Their own text', timer: { seconds: 90 } }
  expect(api.sent('/course/saveCourseQuestionBank')[1]).toMatchObject({ questions: [{ configuration }] })
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
