import type { Ctx } from '#platform/ctx.ts'

/** The variables of a request, from the middleware to its route. */
export type HttpEnv = {
  Variables: {
    ctx: Ctx
    requestId: string
    /** The name that limits count the caller by: a person across all sessions, or a visitor's network. */
    caller: string
    /** Set once the request has its turn in a fair share. */
    hasTurn?: boolean
    /** The start time, by `performance.now()`, and whether the fault is logged. */
    startedAt: number
    fault: { yet: boolean }
    /** Aborts when the request has taken too long. */
    deadline: AbortSignal | undefined
    /** Headers to add to the response; undefined once added. */
    headers?: Record<string, string> | undefined
    /** Set if a middleware reads the response's text and compresses it itself. */
    uncompressed?: boolean
  }
}
