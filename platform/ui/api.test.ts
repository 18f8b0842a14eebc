// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Api } from './api.ts'

const fetchMock = vi.fn<(request: Request) => Promise<Response>>()
vi.stubGlobal('fetch', fetchMock)
const { callApi, issuesByField } = await import('./api.ts')
const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})

const json = (body: object, status = 200) =>
  fetchMock.mockResolvedValueOnce(
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
  )
type Loose = {
  POST(path: string, init: object): Promise<{ data?: { id: number }; error?: unknown; response: Response }>
}
const add = (options?: Parameters<typeof callApi>[1]) =>
  callApi((api: Api) => (api as unknown as Loose).POST('/cart/addToCart', { body: { course_website_id: 7 } }), options)
const toastText = () => document.getElementById('toasts')!.textContent

beforeEach(() => {
  document.body.innerHTML = '<section id="toasts"></section>'
  document.documentElement.lang = 'en-us'
})
afterEach(() => {
  fetchMock.mockReset()
  assign.mockReset()
})

test('calls /api with the language and the page', async () => {
  json({ id: 1 })
  expect(await add()).toEqual({ ok: true, status: 200, data: { id: 1 } })
  const request = fetchMock.mock.calls[0]![0]
  expect(new URL(request.url).pathname).toBe('/api/cart/addToCart')
  expect(request.headers.get('locale')).toBe('en-us')
  expect(request.headers.get('currenturl')).toBe(location.pathname)
  expect(toastText()).toBe('')
})

test('shows the message of a response as a toast', async () => {
  json({ message: 'Saved', id: 1 })
  await add()
  expect(toastText()).toContain('Saved')
})

test('shows the text of a refusal, and returns its issues by field', async () => {
  json(
    {
      error: true,
      code: 'INVALID',
      message: 'Please, correct all errors.',
      issues: [{ path: 'address.zip', message: 'is wrong' }],
    },
    400,
  )
  const response = await add()
  expect(response).toMatchObject({ ok: false, status: 400, code: 'INVALID' })
  expect(issuesByField(response as never)).toEqual({ zip: 'is wrong' })
  expect(toastText()).toContain('Please, correct all errors.')
})

test('a response with an error field is a failure, regardless of its status', async () => {
  json({ error: true, message: 'Cannot read properties of undefined' })
  expect(await add()).toMatchObject({ ok: false, message: 'An error occurred.' })
})

test('a quiet call leaves the message to its caller', async () => {
  json({ error: true, message: 'No' }, 422)
  expect(await add({ quiet: true })).toMatchObject({ ok: false, message: 'No' })
  expect(toastText()).toBe('')
})

test('an ended session redirects to sign-in and back', async () => {
  const back = encodeURIComponent(location.pathname + location.search)
  json({ error: true, code: 'UNAUTHENTICATED', message: 'Sign in to continue.' }, 401)
  await add()
  expect(assign).toHaveBeenCalledWith(`/login?se=true&redirect=${back}`)
  expect(toastText()).toBe('')
})

test('wrong credentials for another account are an ordinary response: the session continues', async () => {
  json({ error: true, code: 'INVALID_CREDENTIALS', message: 'Invalid Credentials.' }, 401)
  expect(await add()).toMatchObject({ ok: false, status: 401, code: 'INVALID_CREDENTIALS' })
  expect(assign).not.toHaveBeenCalled()
  expect(toastText()).toContain('Invalid Credentials.')
})

test('follows a redirect, but never to a script', async () => {
  json({ redirect: '/dashboard' })
  await add()
  expect(assign).toHaveBeenCalledWith('/dashboard')
  json({ redirect: 'javascript:alert(1)' })
  await add()
  expect(assign).toHaveBeenCalledOnce()
})

test('reports a lost connection if there is no response', async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('failed'))
  expect(await add()).toMatchObject({ ok: false, code: 'OFFLINE' })
  expect(toastText()).toContain('Network Error: No Connection')
})
