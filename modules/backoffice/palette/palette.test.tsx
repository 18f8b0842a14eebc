// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeApi } from '#platform/testing/fake-api.ts'

const api = fakeApi()
const { default: Palette } = await import('./palette.island.tsx')
const { matchPages } = await import('./palette-pages.ts')

const pages = [
  { href: '/manage/students', label: 'Students', group: 'People' },
  { href: '/manage/external-exams', label: 'External Exams', group: 'Courses' },
  { href: '/manage/invoices', label: 'Facturación', group: 'Ventas' },
]
const record = {
  kind: 'student',
  id: 7,
  label: 'Stu Dent',
  detail: 'stu@example.com',
  href: '/manage/student/7',
}
const navigate = vi.fn()
vi.spyOn(location, 'assign').mockImplementation(navigate)

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

async function open() {
  render(<Palette pages={pages} />)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  return screen.findByRole('combobox', { name: 'Name, email, number or page' })
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('Ctrl-K opens the palette with pages first and records when the server has responded', async () => {
  api.answer = ({ path }) => ({ body: path === '/api/find/records' ? { error: false, found: [record] } : {} })
  const field = await open()
  expect(options()).toEqual([])
  fireEvent.change(field, { target: { value: 'stu' } })
  await waitFor(() => expect(options()).toEqual(['StudentsPeople']))
  await waitFor(() => expect(options()).toEqual(['StudentsPeople', 'Stu Dentstu@example.com']))
  expect(screen.getByText('2 found')).toBeTruthy()
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(navigate).toHaveBeenCalledWith('/manage/student/7'))
})

test('shows that nothing was found, or that the search failed', async () => {
  api.answer = () => ({ body: { error: false, found: [] } })
  const field = await open()
  fireEvent.change(field, { target: { value: 'zzz' } })
  expect(await screen.findByText(/Nothing found/)).toBeTruthy()
  api.answer = () => ({ status: 429, body: { error: true, code: 'TOO_MANY', message: 'Too many.' } })
  fireEvent.change(field, { target: { value: 'zzzz' } })
  expect(await screen.findByText("We couldn't search. Try again.")).toBeTruthy()
})

test('finds pages by the beginning of any word, ignoring accents, title beginnings first', () => {
  const labelsFor = (text: string) => matchPages(pages, text).map(({ label }) => label)
  expect(labelsFor('exam')).toEqual(['External Exams'])
  expect(labelsFor('facturacion')).toEqual(['Facturación'])
  expect(labelsFor('ext ex')).toEqual(['External Exams'])
  expect(labelsFor('courses')).toEqual(['External Exams'])
  expect(labelsFor('tudents')).toEqual([])
})
