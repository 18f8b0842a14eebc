import { selectFactors } from '#modules/identity/credentials/factors.sql.ts'
import { countSignInMethods, lockSignInMethods } from '#modules/identity/credentials/sign-in-methods.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { securityChanged } from '#modules/identity/facts.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { passkeyName } from './passkey-name.schema.ts'

export const renamePasskey = operation({
  call: 'PUT /user/passkey',
  summary: "Renames one of the caller's passkeys",
  may: signedIn,
  takes: z.object({ passkey_id: id(), name: passkeyName() }),
  gives: z.object({}),
  audit: 'user.renamePasskey',
  added: true,
  async run(ctx, { passkey_id, name }) {
    const changedRows = await ctx.sql`
      update identity.passkey set name = ${name}
      where passkey_id = ${passkey_id} and user_id = ${userOf(ctx).user_id} returning passkey_id`
    if (changedRows.length === 0) throw errors.notFound()
    return {}
  },
})

export const removePasskey = operation({
  call: 'DELETE /user/passkey',
  summary: "Removes one of the caller's passkeys, which then no longer signs in",
  may: signedIn,
  takes: z.object({ passkey_id: id() }),
  gives: z.object({}),
  fails: [identityErrors.proofNeeded, identityErrors.secondFactorRequired, identityErrors.lastWayIn],
  audit: 'user.removePasskey',
  added: true,
  async run(ctx, { passkey_id }) {
    await requireFreshProof(ctx)
    const { user_id } = userOf(ctx)
    const methods = await lockSignInMethods(ctx, user_id)
    const removedRows = await ctx.sql`
      delete from identity.passkey where passkey_id = ${passkey_id} and user_id = ${user_id} returning passkey_id`
    if (removedRows.length === 0) throw errors.notFound()
    if (countSignInMethods(methods) === 1) throw identityErrors.lastWayIn()
    const { required, tfa_enabled, passkeys } = await selectFactors(ctx, user_id)
    if (required && !tfa_enabled && passkeys === 0) throw identityErrors.secondFactorRequired()
    await ctx.emit(securityChanged, { user_id, kind: 'passkey_removed' })
    return {}
  },
})
