import { selectFactors } from '#modules/identity/credentials/factors.sql.ts'
import { renewRecoveryCodes } from '#modules/identity/credentials/recovery-codes.sql.ts'
import { requireProvenAddress } from '#modules/identity/email-proof/email-proof.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { securityChanged } from '#modules/identity/facts.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { RecoveryCodes } from './two-factor.schema.ts'

export const renewOwnRecoveryCodes = operation({
  call: 'POST /user/renewRecoveryCodes',
  summary: 'Creates ten new recovery codes. The old ones stop working',
  may: signedIn,
  takes: z.object({}),
  gives: RecoveryCodes,
  fails: [identityErrors.secondFactorFirst, identityErrors.proofNeeded, identityErrors.emailUnproven],
  audit: 'user.renewRecoveryCodes',
  rate: 'sign-in',
  added: true,
  async run(ctx) {
    await requireFreshProof(ctx)
    const { user_id } = userOf(ctx)
    await requireProvenAddress(ctx)
    const { tfa_enabled } = await selectFactors(ctx, user_id)
    if (!tfa_enabled) throw identityErrors.secondFactorFirst()
    await ctx.emit(securityChanged, { user_id, kind: 'recovery_codes_renewed' })
    return { recovery_codes: await renewRecoveryCodes(ctx, user_id) }
  },
})
