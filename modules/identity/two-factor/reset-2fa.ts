import { selectFactors } from '#modules/identity/credentials/factors.sql.ts'
import { deleteRecoveryCodes } from '#modules/identity/credentials/recovery-codes.sql.ts'
import { deleteTotp } from '#modules/identity/credentials/totp.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { securityChanged } from '#modules/identity/facts.ts'
import { signInManager } from '#modules/identity/people/people-scope.ts'
import { lockPerson } from '#modules/identity/people/person.sql.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { requireWithinRights } from '#modules/identity/rights/within-rights.ts'
import { endSessionsOf } from '#modules/identity/sessions/session.sql.ts'
import { deletePasskeysOf } from '#modules/identity/webauthn/passkey.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'

export const reset2fa = operation({
  call: 'POST /user/reset2fa',
  summary: "Removes a person's app, recovery codes and passkeys, and ends their sessions",
  may: signInManager,
  takes: z.object({ user_id: id() }),
  gives: z.object({ tfa_enabled: z.boolean() }),
  fails: [identityErrors.ownSecondFactor, identityErrors.aboveYou, identityErrors.proofNeeded],
  added: true,
  async run(ctx, { user_id }) {
    if (user_id === userOf(ctx).user_id) throw identityErrors.ownSecondFactor()
    await requireWithinRights(ctx, await lockPerson(ctx, user_id))
    await requireFreshProof(ctx)
    const { tfa_enabled, passkeys } = await selectFactors(ctx, user_id)
    if (tfa_enabled || passkeys > 0) await removeFactors(ctx, user_id, { tfa_enabled, passkeys })
    return { tfa_enabled: false }
  },
})

async function removeFactors(ctx: Ctx, user_id: number, before: Record<string, unknown>): Promise<void> {
  await deleteRecoveryCodes(ctx, user_id)
  await deleteTotp(ctx, user_id)
  await deletePasskeysOf(ctx, user_id)
  // Someone who has the lost phone must not stay signed in with it.
  await endSessionsOf(ctx, user_id)
  await ctx.audit({ action: 'user.reset2fa', subject: `user_id:${user_id}`, subject_user_id: user_id, before })
  await ctx.emit(securityChanged, { user_id, kind: 'tfa_reset' })
}
