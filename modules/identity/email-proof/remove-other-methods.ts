import { selectFactors } from '#modules/identity/credentials/factors.sql.ts'
import { lockSignInMethods } from '#modules/identity/credentials/sign-in-methods.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { removeOtherMethods } from './remove-other-methods.sql.ts'

export const removeOwnOtherMethods = operation({
  call: 'POST /user/removeOtherWaysIn',
  summary: "Removes every way to open the caller's account except the password, and ends other sessions",
  may: signedIn,
  takes: z.object({}),
  gives: z.object({}),
  fails: [identityErrors.proofNeeded, identityErrors.lastWayIn, identityErrors.secondFactorRequired],
  added: true,
  async run(ctx) {
    await requireFreshProof(ctx)
    const { user_id, session_id } = userOf(ctx)
    if (!(await lockSignInMethods(ctx, user_id)).password) throw identityErrors.lastWayIn()
    const { required, tfa_enabled, passkeys } = await selectFactors(ctx, user_id)
    if (required && (tfa_enabled || passkeys > 0)) throw identityErrors.secondFactorRequired()
    const before = await removeOtherMethods(ctx, user_id, { keep: session_id })
    await ctx.audit({ action: 'user.removeOtherWaysIn', subject: `user_id:${user_id}`, before })
    return {}
  },
})
