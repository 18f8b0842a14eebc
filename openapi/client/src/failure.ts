/** A refusal of the server. `code` is for programs, `message` for people in the requested language. */
export class WaypostError extends Error {
  readonly status: number
  readonly code: string
  /** The wrong fields of a request. */
  readonly issues: readonly { path: string; message: string }[]
  /** Seconds until the same request may succeed, of status 429 and 503. */
  readonly retryAfter: number | null
  /** The id of the request in the logs of the server; support will ask for it. */
  readonly requestId: string | null

  constructor(response: Response, body: unknown) {
    const failure = (typeof body === 'object' && body !== null ? body : {}) as Partial<Failure>
    super(failure.message ?? `The server responded with status ${response.status}.`)
    this.name = 'WaypostError'
    this.status = response.status
    this.code = failure.code ?? 'FAILED'
    this.issues = failure.issues ?? []
    this.retryAfter = secondsOf(response)
    this.requestId = response.headers.get('x-request-id')
  }
}

type Failure = { code: string; message: string; issues: { path: string; message: string }[] }

/** The seconds of `Retry-After`; the server never sends a date. */
export function secondsOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}
