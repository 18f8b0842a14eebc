import { configure } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'

// Lazily loaded parts take time on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

export type FakeCall = { path: string; query: URLSearchParams; method: string; body: Record<string, unknown> | null }
type FakeAnswer = { status?: number; body: object }

/**
 * A fake of the API for islands. Install it before importing an island: the client captures fetch when it is loaded.
 */
export function fakeApi() {
  const api = {
    calls: [] as FakeCall[],
    answer: (_call: FakeCall): FakeAnswer | Promise<FakeAnswer> => ({ body: {} }),
    /** The bodies sent to a path. */
    sent: (path: string) => api.calls.filter((call) => call.path === `/api${path}`).map(({ body }) => body),
  }
  vi.stubGlobal('fetch', async (request: Request) => {
    const text = await request.text()
    const { pathname, searchParams: query } = new URL(request.url)
    const call = { path: pathname, query, method: request.method, body: text ? JSON.parse(text) : null }
    api.calls.push(call)
    const { status = 200, body } = await api.answer(call)
    return Response.json(body, { status })
  })
  beforeEach(() => {
    api.calls = []
    api.answer = () => ({ body: {} })
  })
  return api
}
