import type { Ctx } from '../ctx.ts'

/** What a request carries between the middleware and its route; `headers` until its answer has them. */
export type HttpEnv = { Variables: { ctx: Ctx; requestId: string; headers?: Record<string, string> | undefined } }
