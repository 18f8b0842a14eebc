// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { restoredScript } from './restored.ts'

const reload = vi.fn()
const fetchPage = vi.fn<(address: string) => Promise<Response>>()
const restored = vi.fn()
addEventListener('restored', restored)
const noStorage = {
  get person(): string {
    throw new DOMException('denied', 'SecurityError')
  },
}

/** Loads a page of person 7 with the script in its head; `type` is the browser's navigation type. */
function load(type: string, storage: object = localStorage) {
  const pageshow: ((event: { persisted: boolean }) => void)[] = []
  const listen = (_: string, listener: (event: { persisted: boolean }) => void) => pageshow.push(listener)
  const performance = { getEntriesByType: () => [{ type }] }
  const names = ['addEventListener', 'performance', 'location', 'fetch', 'localStorage']
  new Function(...names, restoredScript)(listen, performance, { reload }, fetchPage, storage)
  return { show: (persisted: boolean) => pageshow.map((listener) => listener({ persisted })) }
}

const root = document.documentElement
beforeEach(() => {
  for (const mock of [reload, fetchPage, restored]) mock.mockReset()
  root.hidden = false
  root.dataset.person = '7'
  delete root.dataset.restored
  localStorage.setItem('person', '7')
})
const state = () => ({ hidden: root.hidden, reloads: reload.mock.calls.length, asked: fetchPage.mock.calls.length })

test('a public page restored for the same person stays, without a request to the server', () => {
  load('navigate').show(true)
  expect(state()).toEqual({ hidden: false, reloads: 0, asked: 0 })
})

test('a page restored after sign-out is hidden and loaded again', () => {
  const page = load('navigate')
  localStorage.setItem('person', '')
  page.show(true)
  expect(state()).toEqual({ hidden: true, reloads: 1, asked: 0 })
})

test('a page read from the disk by Back after another person has signed in is hidden and loaded again', () => {
  localStorage.setItem('person', '8')
  load('back_forward')
  expect(state()).toEqual({ hidden: true, reloads: 1, asked: 0 })
})

test('a page that the server has just sent is shown, regardless of the previous person', () => {
  localStorage.setItem('person', '8')
  root.dataset.restored = 'ask'
  load('reload').show(false)
  expect(state()).toEqual({ hidden: false, reloads: 0, asked: 0 })
})

test('a restored page is hidden and loaded again if there is no storage', () => {
  load('navigate', noStorage).show(true)
  expect(state()).toEqual({ hidden: true, reloads: 1, asked: 0 })
})

const session = (user_id: number) => Response.json({ user: { user_id }, success: true })

test('a restored lesson is hidden until the server has confirmed the session, and then fetched again', async () => {
  root.dataset.restored = 'ask'
  const answer = Promise.withResolvers<Response>()
  fetchPage.mockReturnValueOnce(answer.promise)
  load('navigate').show(true)
  expect(state()).toEqual({ hidden: true, reloads: 0, asked: 1 })
  expect(fetchPage.mock.calls[0]![0]).toBe('/api/user/getCurrentUser')
  expect(restored).not.toHaveBeenCalled()
  answer.resolve(session(7))
  await vi.waitFor(() => expect(restored).toHaveBeenCalledOnce())
  expect(state()).toEqual({ hidden: false, reloads: 0, asked: 1 })
})

test('a lesson read from the disk by Back is shown after the server has confirmed the session', async () => {
  root.dataset.restored = 'ask'
  fetchPage.mockResolvedValueOnce(session(7))
  load('back_forward')
  expect(state()).toEqual({ hidden: true, reloads: 0, asked: 1 })
  await vi.waitFor(() => expect(root.hidden).toBe(false))
  expect([reload.mock.calls.length, restored.mock.calls.length]).toEqual([0, 0])
})

const response = Response.json({ error: true, code: 'UNAUTHENTICATED' }, { status: 401 })
test.each([
  ['the session has ended', () => Promise.resolve(response)],
  ['the session is of another person', () => Promise.resolve(session(8))],
  ['something else responds', () => Promise.resolve(new Response('<p>Bad gateway</p>', { status: 502 }))],
  ['the server is out of reach', () => Promise.reject(new TypeError('failed'))],
])('a restored lesson is never shown if %s, but loaded again', async (_what, answer) => {
  root.dataset.restored = 'ask'
  fetchPage.mockImplementationOnce(answer)
  load('navigate').show(true)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(state()).toEqual({ hidden: true, reloads: 1, asked: 1 })
  expect(restored).not.toHaveBeenCalled()
})
