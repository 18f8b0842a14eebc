import type { Ctx } from '../ctx.ts'

/** What a request carries between the middleware and its route. */
export type HttpEnv = {
  Variables: {
    ctx: Ctx
    requestId: string
    /** Aborts when the request has taken too long. */
    deadline: AbortSignal | undefined
    /** Until its answer has them. */
    headers?: Record<string, string> | undefined
    /** Set where a middleware reads the answer's text and compresses it itself. */
    uncompressed?: boolean
  }
}
