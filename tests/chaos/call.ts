import { pause } from './random.ts'

/** null if no response came. */
export type Answer = { status: number; body: Record<string, unknown> } | null
export type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>

/** A caller in their own network, so that one caller's errors don't count against the others. */
export type Caller = { call: Call; signIn(token: unknown): void }

const patienceMs = 20_000

/** Calls the API as a program or a page would. */
export function openCaller(origin: string, number: number): Caller {
  const address = [10, number >> 8, number, 1].map((part) => part & 255).join('.')
  const ownHeaders = {
    origin,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    'x-forwarded-for': address,
  }
  let headers: Record<string, string> = ownHeaders
  return {
    signIn(token) {
      headers = { ...ownHeaders, authorization: `Bearer ${token}` }
    },
    async call(method, path, body) {
      try {
        const signal = AbortSignal.timeout(patienceMs)
        const response = await fetch(`${origin}/api${path}`, {
          method,
          headers,
          body: body && JSON.stringify(body),
          signal,
        })
        return { status: response.status, body: (await response.json()) as Record<string, unknown> }
      } catch {
        return null
      }
    },
  }
}

/** Repeats an operation until it works. Interrupted tries change nothing that a second try would double. */
export async function retryCall(operation: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; tries < 60; tries++) {
    const response = await operation()
    if (response && response.status < 500) return response
    await pause(250)
  }
  return null
}
