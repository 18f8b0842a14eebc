import type { Ctx } from '#platform/ctx.ts'

/** What a request carries between the middleware and its route. */
export type HttpEnv = {
  Variables: {
    ctx: Ctx
    requestId: string
    /** By this name limits count the caller: a person however many sessions they have, or a visitor's network. */
    caller: string
    /** Set once the request has its turn in a fair share. */
    hasTurn?: boolean
    /** When it came, by `performance.now()`, and whether its fault is in the log. */
    startedAt: number
    fault: { yet: boolean }
    /** Aborts when the request has taken too long. */
    deadline: AbortSignal | undefined
    /** Until its answer has them. */
    headers?: Record<string, string> | undefined
    /** Set where a middleware reads the answer's text and compresses it itself. */
    uncompressed?: boolean
  }
}
