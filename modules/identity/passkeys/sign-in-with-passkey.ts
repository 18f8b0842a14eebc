import { identityErrors } from '#modules/identity/errors.ts'
import { completeSignIn, SignInResponse } from '#modules/identity/sign-in/complete-sign-in.ts'
import { noteRefused } from '#modules/identity/sign-in/note-refused.ts'
import { findSignInStep, spendSignInStep } from '#modules/identity/sign-in/sign-in-step.sql.ts'
import { requestOptions } from '#modules/identity/webauthn/ceremony.ts'
import { consumeChallenge, insertChallenge } from '#modules/identity/webauthn/challenge.sql.ts'
import { AuthenticationResponse, BrowserOptions, challengeOf } from '#modules/identity/webauthn/passkey.schema.ts'
import { type Credential, listCredentials } from '#modules/identity/webauthn/passkey.sql.ts'
import { verifyPasskey } from '#modules/identity/webauthn/verify-passkey.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { flag, z } from '#platform/schema.ts'

/** POST /user/passkey/start: any passkey of the device for sign-in, or one of the person's own account for a proof. */
export const startPasskey = operation({
  call: 'POST /user/passkey/start',
  summary: 'Returns the browser options to sign in or confirm identity with a passkey',
  may: anyone,
  takes: z.object({ purpose: z.enum(['sign-in', 'prove']) }),
  gives: BrowserOptions,
  fails: [errors.unauthenticated],
  rate: 'sign-in',
  added: true,
  async run(ctx, { purpose }) {
    const user_id = purpose === 'prove' && ctx.actor.kind === 'user' ? ctx.actor.user_id : null
    if (purpose === 'prove' && user_id === null) throw errors.unauthenticated()
    const credentials = user_id === null ? [] : await listCredentials(ctx, user_id)
    return requestOptions(ctx, await insertChallenge(ctx, purpose, user_id), credentials)
  },
})

/**
 * POST /user/passkey/signIn: a passkey counts as both factors; it also completes a step that waits for the second one.
 */
export const signInWithPasskey = operation({
  call: 'POST /user/passkey/signIn',
  summary: 'Signs in with a passkey',
  may: anyone,
  takes: z.object({ response: AuthenticationResponse, isRememberMe: flag().optional() }),
  gives: SignInResponse,
  fails: [identityErrors.passkeyRefused],
  transaction: { own: 'a challenge is spent by a refused try, too' },
  rate: 'sign-in',
  added: true,
  async run(ctx, { response, isRememberMe = false }) {
    const refusal = noteRefused(ctx, 'passkey', identityErrors.passkeyRefused)
    const { user_id } = await verifyResponse(ctx, response).catch(refusal)
    return ctx.tx(async (inner) => {
      const step = await findSignInStep(inner, { lock: true })
      const currentStep = step?.user_id === user_id ? step : null
      if (currentStep) await spendSignInStep(inner)
      const remember_me = isRememberMe || (currentStep?.remember_me ?? false)
      return completeSignIn(inner, user_id, {
        remember_me,
        method: 'passkey',
        client_id: currentStep?.client_id ?? null,
      })
    })
  },
})

async function verifyResponse(ctx: Ctx, response: AuthenticationResponse): Promise<Credential> {
  const challenge = challengeOf(response.response.clientDataJSON)
  if (await consumeChallenge(ctx, challenge, 'sign-in', null)) return verifyPasskey(ctx, response)
  throw identityErrors.passkeyRefused()
}
