import { selectFactors } from '#modules/identity/credentials/factors.sql.ts'
import { deleteRecoveryCodes } from '#modules/identity/credentials/recovery-codes.sql.ts'
import { deleteTotp } from '#modules/identity/credentials/totp.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { securityChanged } from '#modules/identity/facts.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'

export const disable2fa = operation({
  call: 'POST /user/disable2fa',
  summary: "Turns off the caller's authenticator app and recovery codes",
  may: signedIn,
  takes: z.object({}),
  gives: z.object({ tfa_enabled: z.boolean() }),
  fails: [identityErrors.secondFactorRequired, identityErrors.proofNeeded],
  audit: 'user.disable2fa',
  added: true,
  async run(ctx) {
    await requireFreshProof(ctx)
    const { user_id } = userOf(ctx)
    // Two concurrent removals must not leave staff without any factor.
    await ctx.sql`select from identity.person where user_id = ${user_id} for no key update`
    const { required, passkeys } = await selectFactors(ctx, user_id)
    if (required && passkeys === 0) throw identityErrors.secondFactorRequired()
    await deleteRecoveryCodes(ctx, user_id)
    if (await deleteTotp(ctx, user_id)) await ctx.emit(securityChanged, { user_id, kind: 'tfa_disabled' })
    return { tfa_enabled: false }
  },
})
