// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeApi } from '#platform/testing/fake-api.ts'

const api = fakeApi()
const { default: MediaLibrary } = await import('./media-library.tsx')
afterEach(cleanup)

const sign = {
  attachment_id: 7,
  organization_id: 1,
  lk_file_type_id: 1,
  name: 'sign.png',
  user_filename: 'sign.png',
  type: 'image',
  url: '/media/7/sign.png',
  thumbnail: null,
  content_type: 'image/webp',
  size_bytes: 2048,
  duration_ms: null,
  alt: 'A stop sign',
  language: null,
  related_attachment_id: null,
  created_at: '2026-11-24T12:00:00.000Z',
  updated_at: '2026-11-24T12:00:00.000Z',
}

test('inserts an earlier upload with its id and alternative text', async () => {
  api.answer = ({ path }) => ({
    body: path.includes('/uses/') ? { uses: [] } : { data: { attachment: [sign], totalPages: 1 } },
  })
  const onPick = vi.fn()
  render(<MediaLibrary organization_id={1} onPick={onPick} onClose={() => {}} />)
  expect(screen.queryByText('Insert')).toBeNull()
  fireEvent.click(screen.getByText('Uploads'))
  fireEvent.click(await screen.findByLabelText('Choose sign.png'))
  expect(await screen.findByText('No lesson uses this file.')).toBeTruthy()
  const card = { component: 'image', src: '/media/7/sign.png', attachment_id: 7 }
  fireEvent.click(screen.getByText('Insert'))
  expect(onPick).toHaveBeenLastCalledWith({ ...card, alt: 'A stop sign' })
  fireEvent.change(screen.getByLabelText('What the picture shows'), { target: { value: 'A sign in the snow' } })
  fireEvent.click(screen.getByText('Insert'))
  expect(onPick).toHaveBeenLastCalledWith({ ...card, alt: 'A sign in the snow' })
})

test.each([
  ['pdf', 'Handbook 2026.pdf', 'Handbook 2026'],
  ['docx', 'My v2.1 notes.docx', 'My v2.1 notes'],
])('a %s is inserted with its name, without the ending', async (type, name, title) => {
  const file = { ...sign, type, name, alt: null, url: `/media/7/a.${type}`, content_type: 'application/octet-stream' }
  api.answer = ({ path }) => ({
    body: path.includes('/uses/') ? { uses: [] } : { data: { attachment: [file], totalPages: 1 } },
  })
  const onPick = vi.fn()
  render(<MediaLibrary organization_id={1} onPick={onPick} onClose={() => {}} />)
  fireEvent.click(screen.getByText('Uploads'))
  fireEvent.click(await screen.findByLabelText(`Choose ${name}`))
  fireEvent.click(await screen.findByText('Insert'))
  expect(onPick).toHaveBeenCalledWith({ component: type, src: file.url, attachment_id: 7, title })
})

test('a file used by a lesson names it and cannot be deleted', async () => {
  const uses = [
    {
      course_id: 1,
      course_name: 'Ice',
      course_version_id: 2,
      version_number: 3,
      component_id: 4,
      component_name: 'Bends',
      question_id: null,
      question_title: null,
    },
  ]
  api.answer = ({ path }) => ({
    body: path.includes('/uses/') ? { uses } : { data: { attachment: [sign], totalPages: 1 } },
  })
  const open = async () => {
    cleanup()
    render(<MediaLibrary organization_id={1} onPick={() => {}} onClose={() => {}} />)
    fireEvent.click(screen.getByText('Uploads'))
    fireEvent.click(await screen.findByLabelText('Choose sign.png'))
  }
  await open()
  expect(await screen.findByText('Ice, version 3: Bends')).toBeTruthy()
  expect(screen.queryByText('Delete')).toBeNull()
  uses.length = 0
  await open()
  expect((await screen.findAllByText('Delete')).length).toBeGreaterThan(0)
})

test('deletes the captions of a video in one language', async () => {
  const video = { ...sign, type: 'video', lk_file_type_id: 2, name: 'ice.mp4' }
  const related = [{ attachment_id: 9, lk_file_type_id: 11, url: '/media/9/ice.vtt', language: 'es' }]
  const deleted: string[] = []
  api.answer = ({ method, path }) => {
    if (method === 'DELETE') {
      deleted.push(path)
      related.length = 0
    }
    if (path.includes('getRelatedMedia')) return { body: { data: { error: false, data: related } } }
    return { body: path.includes('/uses/') ? { uses: [] } : { data: { attachment: [video], totalPages: 1 } } }
  }
  render(<MediaLibrary organization_id={1} onPick={() => {}} onClose={() => {}} />)
  fireEvent.click(screen.getByText('Uploads'))
  fireEvent.click(await screen.findByLabelText('Choose ice.mp4'))
  fireEvent.click(await screen.findByText('Delete captions (Spanish)'))
  expect(screen.queryByText('Delete captions (English)')).toBeNull()
  const question = await screen.findByText(/^Captions of ice\.mp4 \(Spanish\) will be deleted/)
  fireEvent.click(within(question.closest('dialog')!).getByText('Delete'))
  await waitFor(() => expect(screen.queryByText('Delete captions (Spanish)')).toBeNull())
  expect(deleted).toEqual([expect.stringMatching(/\/attachment\/media\/9$/)])
})

test('a file that is too large or refused is named, and nothing is inserted', async () => {
  api.answer = () => ({ status: 415, body: { error: true, code: 'FILE_TYPE_REFUSED', message: 'not supported' } })
  render(
    <>
      <div id="toasts" />
      <MediaLibrary organization_id={1} onPick={() => {}} onClose={() => {}} />
    </>,
  )
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  const choose = (file: File) => {
    Object.defineProperty(input, 'files', { value: [file], configurable: true })
    fireEvent.change(input)
  }
  const large = new File(['x'], 'large.pdf')
  Object.defineProperty(large, 'size', { value: 26 * 1024 * 1024 })
  choose(large)
  await waitFor(() =>
    expect(document.getElementById('toasts')!.textContent).toContain('large.pdf is larger than 25 MB'),
  )
  expect(api.calls).toEqual([])
  choose(new File(['x'], 'page.png'))
  await waitFor(() => expect(document.getElementById('toasts')!.textContent).toContain('not supported'))
  expect(screen.queryByText('Insert')).toBeNull()
})

test('uploads several files one after the other, also after a refused one', async () => {
  const begun: string[] = []
  const responders: (() => void)[] = []
  api.answer = ({ path, body }) => {
    if (!path.endsWith('/begin-upload')) return { body: { data: { attachment: [], totalPages: 0 } } }
    begun.push((body as { file_name: string }).file_name)
    const response = { status: 415, body: { error: true, code: 'FILE_TYPE_REFUSED', message: 'not supported' } }
    return new Promise((resolve) => responders.push(() => resolve(response)))
  }
  render(<MediaLibrary organization_id={1} onPick={() => {}} onClose={() => {}} />)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  expect(input.multiple).toBe(true)
  const files = ['one.png', 'two.pdf', 'three.mp3'].map((name) => new File(['x'], name))
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  fireEvent.change(input)
  await waitFor(() => expect(begun).toEqual(['one.png']))
  expect(screen.getByText('Files waiting: 2')).toBeTruthy()
  for (const so of [
    ['one.png', 'two.pdf'],
    ['one.png', 'two.pdf', 'three.mp3'],
  ]) {
    const [next] = responders.splice(0)
    next!()
    await waitFor(() => expect(begun).toEqual(so))
  }
  // Messages for screen readers are removed a moment later.
  expect(screen.queryByText(/^Files waiting/, { ignore: '.sr-only' })).toBeNull()
})

test('a bank question becomes an inline quiz card', async () => {
  const onPick = vi.fn()
  const card = { component: 'inline-quiz', course_question_bank_id: 3, questions: [5] }
  const Bank = ({ onChoose }: { onChoose: (chosen: typeof card) => void }) => (
    <button type="button" onClick={() => onChoose(card)}>
      question 5
    </button>
  )
  render(<MediaLibrary organization_id={1} onPick={onPick} onClose={() => {}} questionBank={Bank} />)
  fireEvent.click(screen.getByText('Question Bank'))
  fireEvent.click(screen.getByText('question 5'))
  fireEvent.click(screen.getByText('Insert'))
  expect(onPick).toHaveBeenCalledWith(card)
})

test('inserts a video by an address of the two hosts, and refuses others with advice', () => {
  api.calls.length = 0
  const onPick = vi.fn()
  render(<MediaLibrary organization_id={1} onPick={onPick} onClose={() => {}} />)
  fireEvent.click(screen.getByText('From URL'))
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Video address', 'https://videos.example/watch?v=dQw4w9WgXcQ')
  expect(screen.getByText(/Enter the address of a video on YouTube or Vimeo/)).toBeTruthy()
  expect(screen.queryByText('Insert')).toBeNull()
  type('Video address', 'https://youtu.be/dQw4w9WgXcQ')
  type('Title for screen readers', 'Ice')
  fireEvent.click(screen.getByText('Insert'))
  const src = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
  expect(onPick).toHaveBeenCalledWith({ component: 'video', src, title: 'Ice' })
  expect(api.calls).toEqual([])
})
