import { identityErrors } from '#modules/identity/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { readSigned } from './ceremony.ts'
import type { AuthenticationResponse } from './passkey.schema.ts'
import { type Credential, countUse, findPasskey } from './passkey.sql.ts'

/**
 * The passkey that signed the response with the device's user verification (PIN, finger, face): two factors in one.
 * Throws passkeyRefused for anything else. The caller must have used up the challenge; not inside a transaction,
 * because a copied key must stay in the audit log although it is refused.
 */
export async function verifyPasskey(ctx: Ctx, response: AuthenticationResponse): Promise<Credential> {
  const found = await findPasskey(ctx, Buffer.from(response.id, 'base64url'))
  if (!found) throw identityErrors.passkeyRefused()
  const handle = response.response.userHandle
  if (handle && Buffer.from(handle, 'base64url').toString() !== `user:${found.user_id}`)
    throw identityErrors.passkeyRefused()
  const signed = await readSigned(ctx, response, found)
  if (!signed) throw identityErrors.passkeyRefused()
  if (await countUse(ctx, found.passkey_id, signed.counter, signed.backed_up)) return found
  const { passkey_id, user_id } = found
  await ctx.audit({ action: 'passkey.copied', subject: `passkey_id:${passkey_id}`, subject_user_id: user_id })
  throw identityErrors.passkeyRefused()
}
