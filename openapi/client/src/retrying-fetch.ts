import { secondsOf } from './failure.ts'

export type Fetch = (request: Request) => Promise<Response>
export type RetryOptions = {
  /** How often a call is repeated, 4 by default. */
  retries: number
  /** The longest wait for one repetition in seconds, 60 by default: a call that must wait longer fails. */
  longestWait: number
  sleep: (seconds: number, signal: AbortSignal) => Promise<void>
}

/** Statuses after which the same request may succeed. */
const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** A fetch that retries. Changes carry an idempotency key, so the server carries each out once. */
export function retryingFetch(fetch: Fetch, options: RetryOptions): Fetch {
  const repeat = repeatingFetch(fetch, options)
  return (request) => repeat(withKey(request))
}

/** A fetch that retries after a lost connection and the statuses above, waiting as long as `Retry-After` says. */
export function repeatingFetch(fetch: Fetch, { retries, longestWait, sleep }: RetryOptions): Fetch {
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const outcome = await fetch(request.clone()).catch((error: unknown) => ({ error }))
      const response = 'error' in outcome ? null : outcome
      const wait = response ? await waitOf(response, attempt) : backOff(attempt)
      if (wait !== null && wait <= longestWait && attempt < retries && !request.signal.aborted) {
        await sleep(wait, request.signal)
        continue
      }
      if (response) return response
      throw (outcome as { error: unknown }).error
    }
  }
}

function withKey(request: Request): Request {
  if (request.method === 'GET' || request.headers.has('idempotency-key')) return request
  const headers = new Headers(request.headers)
  headers.set('idempotency-key', crypto.randomUUID())
  return new Request(request, { headers })
}

/** The seconds to wait, or null for an answer that a repetition would not change. */
async function waitOf(response: Response, attempt: number): Promise<number | null> {
  if (passing.has(response.status)) return secondsOf(response) ?? backOff(attempt)
  if (response.status !== 409) return null
  // The first request with this key is still running.
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string }
  return code === 'IDEMPOTENCY_KEY_RUNNING' ? backOff(attempt) : null
}

const backOff = (attempt: number) => Math.min(0.5 * 2 ** attempt, 8)

/** Waits; rejects when the caller gives up. */
export const sleep = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    signal.addEventListener('abort', stop, { once: true })
  })
