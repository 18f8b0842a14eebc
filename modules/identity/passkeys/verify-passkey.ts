import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Ctx } from '../../../platform/ctx.ts'
import { identityErrors } from '../errors.ts'
import { type AuthenticationResponse, challengeOf } from './passkey.schema.ts'
import { type Credential, countUse, findPasskey } from './passkey.sql.ts'
import { relyingParty } from './relying-party.ts'

/**
 * Whose passkey signed the response, by the device's own check of its user (PIN, finger, face): two factors in one.
 * Throws passkeyRefused for anything else. The caller has spent the challenge; not inside a transaction, for a copied key
 * must stay in the audit log although it is refused.
 */
export async function verifyPasskey(ctx: Ctx, response: AuthenticationResponse): Promise<Credential> {
  const found = await findPasskey(ctx, Buffer.from(response.id, 'base64url'))
  if (!found) throw identityErrors.passkeyRefused()
  const handle = response.response.userHandle
  if (handle && Buffer.from(handle, 'base64url').toString() !== `user:${found.user_id}`)
    throw identityErrors.passkeyRefused()
  const { newCounter, credentialBackedUp } = await verifiedSignature(ctx, response, found)
  if (await countUse(ctx, found.passkey_id, newCounter, credentialBackedUp)) return found
  const { passkey_id, user_id } = found
  await ctx.audit({ action: 'passkey.copied', subject: `passkey_id:${passkey_id}`, subject_user_id: user_id })
  throw identityErrors.passkeyRefused()
}

async function verifiedSignature(ctx: Ctx, response: AuthenticationResponse, found: Credential) {
  const { rp_id, origin } = relyingParty(ctx)
  const credential = {
    id: found.credential_id.toString('base64url'),
    publicKey: new Uint8Array(found.public_key),
    // Where the counter is stored decides whether it has increased, so that one of two at the same time is refused.
    counter: 0,
  }
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: challengeOf(response.response.clientDataJSON),
    expectedOrigin: origin,
    expectedRPID: rp_id,
    credential,
    requireUserVerification: true,
  }).catch((error: Error) => {
    ctx.log.info('passkey.refused', { passkey_id: found.passkey_id, why: error.message.slice(0, 200) })
    throw identityErrors.passkeyRefused()
  })
  if (!verified) throw identityErrors.passkeyRefused()
  return authenticationInfo
}
