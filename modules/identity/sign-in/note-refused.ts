import type { SignInMethod } from '#modules/identity/sessions/session.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal, type RefusalKind } from '#platform/errors.ts'

/** For `.catch` of a sign-in method, outside its transaction: records a failed attempt in the audit log. */
export const noteRefused = (ctx: Ctx, method: SignInMethod, refusal: RefusalKind) =>
  async function note(error: unknown): Promise<never> {
    const refused = error instanceof Refusal && error.kind.code === refusal.code
    if (refused) await ctx.audit({ action: 'user.login_failed', after: { method } })
    throw error
  }
