import type { Ctx } from '../ctx.ts'

/** What a request carries between the middleware and its route. */
export type HttpEnv = {
  Variables: {
    ctx: Ctx
    requestId: string
    /** Until its answer has them. */
    headers?: Record<string, string> | undefined
    /** What its call gives, begun before it was known who asks: for the context that it was begun with, and no other. */
    early?: { readonly ctx: Ctx; readonly given: Promise<unknown> }
  }
}
