import { identityErrors } from '#modules/identity/errors.ts'
import { completeSignIn, type SignInResponse } from '#modules/identity/sign-in/complete-sign-in.ts'
import type { Ctx } from '#platform/ctx.ts'
import { spendClientLink } from './client-link.sql.ts'

/**
 * Signs in with a client's link and returns the page that it leads to. A second factor is required as usual. Throws
 * linkExpired.
 */
export function signInByClient(visitedCtx: Ctx, token: string): Promise<{ response: SignInResponse; path: string }> {
  return visitedCtx.tx(async (ctx) => {
    const link = await spendClientLink(ctx, token)
    if (!link) throw identityErrors.linkExpired()
    const { user_id, client_id, path } = link
    return { response: await completeSignIn(ctx, user_id, { method: 'client', client_id }), path }
  })
}
