import { isAddressProven, requireProvenAddress } from '#modules/identity/email-proof/email-proof.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { findSignInStep } from '#modules/identity/sign-in/sign-in-step.sql.ts'
import { operation } from '#platform/operation.ts'
import { anyone, signedIn, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { beginSetUp, holderOfSession, SetUp } from './set-up.ts'

/** POST /user/start2fa: the server creates the secret; it becomes valid once /user/save2fa has confirmed it. */
export const start2fa = operation({
  call: 'POST /user/start2fa',
  summary: 'Creates a secret for an authenticator app, as text, address and QR code',
  may: signedIn,
  takes: z.object({}),
  gives: SetUp,
  fails: [identityErrors.proofNeeded, identityErrors.emailUnproven],
  audit: 'user.start2fa',
  rate: 'sign-in',
  added: true,
  async run(ctx) {
    await requireFreshProof(ctx)
    await requireProvenAddress(ctx)
    const { user_id, session_id } = userOf(ctx)
    return beginSetUp(ctx, user_id, holderOfSession(session_id))
  },
})

/** POST /user/login/start2fa: the same for staff who need a second factor before they can sign in. */
export const start2faInSignIn = operation({
  call: 'POST /user/login/start2fa',
  summary: 'Creates a secret for an authenticator app during a sign-in that requires setup',
  may: anyone,
  takes: z.object({}),
  gives: SetUp,
  fails: [identityErrors.signInStepOver, identityErrors.emailUnprovenSignIn],
  rate: 'sign-in',
  added: true,
  async run(ctx) {
    const step = await findSignInStep(ctx, { lock: true })
    if (step?.kind !== 'set-up') throw identityErrors.signInStepOver()
    // The step keeps its person locked. A link to choose a password proves the address, and the next sign-in continues.
    if (!(await isAddressProven(ctx, step.user_id))) throw identityErrors.emailUnprovenSignIn()
    // Unscoped, like the step.
    return beginSetUp(ctx.unscoped, step.user_id, step.holder)
  },
})
