import { beforeEach, expect, test, vi } from 'vitest'
import { apiClient } from './api-client.ts'

const sent = vi.fn<(request: Request) => Promise<Response>>()
vi.stubGlobal('fetch', sent)
const api = apiClient('http://localhost/api', () => ({ locale: 'en-us' }))

beforeEach(() => {
  sent.mockReset()
  sent.mockImplementation(async () => Response.json({ time_spent: 10 }))
})

const beat = { student_progress_id: 1, lease_id: 'a', sequence: 1, time_spent: 10, interacted_ms_ago: 0 }

test('sends a call that must outlive its page with keepalive, and others without', async () => {
  await api.POST('/course/updateStudentProgressTime', { body: beat, keepalive: true })
  await api.POST('/course/updateStudentProgressTime', { body: beat })
  const requests = sent.mock.calls.map(([request]) => request)
  expect(requests.map(({ method, keepalive }) => [method, keepalive])).toEqual([
    ['POST', true],
    ['POST', false],
  ])
  expect(await requests[0]!.json()).toEqual(beat)
})

test('a call ends with its signal', async () => {
  const abortController = new AbortController()
  await api.GET('/user/getCurrentUser', { signal: abortController.signal })
  const { signal } = sent.mock.calls[0]![0]
  expect(signal.aborted).toBe(false)
  abortController.abort()
  expect(signal.aborted).toBe(true)
})

test('an option that is not passed on does not compile', () => {
  // @ts-expect-error: `cache` is none of the supported options.
  const unsupported = () => api.GET('/user/getCurrentUser', { cache: 'no-store' })
  // @ts-expect-error: a field that the call does not take.
  const unknownField = () => api.POST('/course/updateStudentProgressTime', { body: { ...beat, other: 1 } })
  expect([unsupported, unknownField]).toHaveLength(2)
})

test('an awaited client sends nothing', async () => {
  expect(await api).toBe(api)
  expect(sent).not.toHaveBeenCalled()
})
