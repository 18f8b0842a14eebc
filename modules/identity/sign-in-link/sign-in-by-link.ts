import { selectFactors } from '#modules/identity/credentials/factors.sql.ts'
import { confirmAddress } from '#modules/identity/email-proof/email-proof.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { completeSignIn, SignInResponse } from '#modules/identity/sign-in/complete-sign-in.ts'
import { forgetAllFailures } from '#modules/identity/sign-in/throttle.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { optionalText, z } from '#platform/schema.ts'
import { type SignInLink, selectLink, spendLink, tryLinkCode } from './sign-in-link.sql.ts'

export const signInByLink = operation({
  call: 'POST /user/login/link',
  added: true,
  summary: 'Signs in with an emailed link, or the code beside it, in the browser that requested it',
  may: anyone,
  takes: z.object({
    /** The request returned by `/user/sendSignInLink`. */
    request: optionalText(100),
    token: optionalText(100),
    /** The code, instead of the token. */
    code: optionalText(20),
  }),
  gives: SignInResponse,
  fails: [
    identityErrors.linkExpired,
    identityErrors.signInLinkUsed,
    identityErrors.signInLinkOtherSite,
    identityErrors.signInLinkElsewhere,
    identityErrors.signInLinkNeedsPassword,
    identityErrors.orderCodeWrong,
  ],
  transaction: { own: 'a wrong code must stay counted' },
  rate: 'sign-in',
  async run(ctx, { request, token, code }) {
    const link = token ? await selectLink(ctx, token, request) : await tryLinkCode(ctx, request, normalizeCode(code))
    if (!link) {
      await ctx.audit({ action: 'user.login_failed', after: { method: 'link' } })
      throw identityErrors.orderCodeWrong()
    }
    return ctx.tx((inner) => redeemLink(inner, link))
  },
})

const normalizeCode = (text: string) => text.replaceAll(/[\s-]/g, '')

/**
 * Staff who must have a second factor and have none need their password to set one up: a mailbox alone is not enough.
 */
async function redeemLink(visitedCtx: Ctx, link: SignInLink): Promise<SignInResponse> {
  await spendLink(visitedCtx, link)
  // Unscoped: the link's holder may belong to a parent organization.
  const ctx = visitedCtx.unscoped
  const { required, tfa_enabled, passkeys } = await selectFactors(ctx, link.user_id)
  if (required && !tfa_enabled && passkeys === 0) throw identityErrors.signInLinkNeedsPassword()
  await confirmAddress(ctx, link.user_id)
  await forgetAllFailures(ctx, link.loginid)
  return completeSignIn(ctx, link.user_id, { method: 'link' })
}
