import { identityErrors } from '#modules/identity/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { verifySignedChallenge } from './ceremony.ts'
import type { AuthenticationResponse } from './passkey.schema.ts'
import { type Credential, findPasskey, recordUse } from './passkey.sql.ts'

/**
 * The passkey that signed the response with the device's user verification (PIN, finger, face): two factors in one.
 * Throws passkeyRefused for anything else. The caller must have used up the challenge; not inside a transaction,
 * because a copied key must stay in the audit log although it is refused.
 */
export async function verifyPasskey(ctx: Ctx, response: AuthenticationResponse): Promise<Credential> {
  const passkey = await findPasskey(ctx, Buffer.from(response.id, 'base64url'))
  if (!passkey) throw identityErrors.passkeyRefused()
  const handle = response.response.userHandle
  if (handle && Buffer.from(handle, 'base64url').toString() !== `user:${passkey.user_id}`)
    throw identityErrors.passkeyRefused()
  const signature = await verifySignedChallenge(ctx, response, passkey)
  if (!signature) throw identityErrors.passkeyRefused()
  if (await recordUse(ctx, passkey.passkey_id, signature.counter, signature.backed_up)) return passkey
  const { passkey_id, user_id } = passkey
  await ctx.audit({ action: 'passkey.copied', subject: `passkey_id:${passkey_id}`, subject_user_id: user_id })
  throw identityErrors.passkeyRefused()
}
