import { requireProvenAddress } from '#modules/identity/email-proof/email-proof.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { id, optionalText, z } from '#platform/schema.ts'
import { confirmSetUp, holderOfSession } from './set-up.ts'
import { RecoveryCodes, typedCode } from './two-factor.schema.ts'

export const save2fa = operation({
  call: 'POST /user/save2fa',
  summary: 'Turns on the second factor by confirming the secret from /user/start2fa with a code (`token`)',
  may: signedIn,
  takes: z.object({
    /** The session's own person; any other id does not exist here. */
    user_id: id().nullish(),
    token: typedCode(),
    // In the contract, but ignored: the server creates the secret.
    secret: optionalText(200),
  }),
  gives: RecoveryCodes.extend({ tfa_enabled: z.boolean() }),
  fails: [identityErrors.wrongCode, identityErrors.proofNeeded, identityErrors.emailUnproven],
  rate: 'sign-in',
  async run(ctx, { user_id: requestedId, token }) {
    const { user_id, session_id } = userOf(ctx)
    if (requestedId && requestedId !== user_id) throw errors.notFound()
    await requireFreshProof(ctx)
    await requireProvenAddress(ctx)
    const recovery_codes = await confirmSetUp(ctx, user_id, holderOfSession(session_id), token)
    if (!recovery_codes) throw identityErrors.wrongCode()
    return { tfa_enabled: true, recovery_codes }
  },
})
