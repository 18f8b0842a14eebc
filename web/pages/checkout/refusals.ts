import type { Ctx } from '#platform/ctx.ts'
import { failureOf } from '#platform/http/failure.ts'
import type { Flash } from '#platform/web/frame.ts'

/** The message about a refusal on the next page. */
export const flashOf = (error: unknown, ctx: Ctx): Flash => ({
  kind: 'error',
  text: String(failureOf(error, ctx.locale, ctx.log).body.message),
})
