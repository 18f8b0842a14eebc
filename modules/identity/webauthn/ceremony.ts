import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Ctx } from '#platform/ctx.ts'
import type { z } from '#platform/schema.ts'
import { type AuthenticationResponse, challengeOf, type RegistrationResponse } from './passkey.schema.ts'
import { relyingParty } from './relying-party.ts'

/** A device's key pair: its id, and the public key for verifying its signatures. */
export type DeviceCredential = { credential_id: Buffer; public_key: Buffer; transports: string[] }
type CredentialDescription = Pick<DeviceCredential, 'credential_id' | 'transports'>

const describeCredential = ({ credential_id, transports }: CredentialDescription) => ({
  id: credential_id.toString('base64url'),
  transports,
})

type Owner = { handle: string; name: string; displayName: string }

/**
 * The browser options for creating a key whose device verifies its user. `platform`: only a key that stays on the
 * device itself, such as behind its fingerprint reader, and that is not offered at sign-in.
 */
export async function creationOptions(
  ctx: Ctx,
  owner: Owner,
  challenge: Buffer,
  { known = [], platform = false }: { known?: readonly CredentialDescription[]; platform?: boolean } = {},
) {
  const options = await generateRegistrationOptions({
    rpName: ctx.organization.name,
    rpID: relyingParty(ctx).rp_id,
    userID: new TextEncoder().encode(owner.handle),
    userName: owner.name,
    userDisplayName: owner.displayName,
    challenge: new Uint8Array(challenge),
    excludeCredentials: known.map(describeCredential),
    authenticatorSelection: {
      residentKey: platform ? 'discouraged' : 'preferred',
      userVerification: 'required',
      ...(platform && { authenticatorAttachment: 'platform' as const }),
    },
  })
  return { options: { ...options } }
}

/** The browser options for signing a challenge with one of these keys; with any key of the site if there are none. */
export async function requestOptions(ctx: Ctx, challenge: Buffer, keys: readonly CredentialDescription[]) {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).rp_id,
    userVerification: 'required',
    challenge: new Uint8Array(challenge),
    allowCredentials: keys.map(describeCredential),
  })
  return { options: { ...options } }
}

function expectedValues(ctx: Ctx, clientDataJSON: string) {
  const { rp_id, origin } = relyingParty(ctx)
  return {
    expectedChallenge: challengeOf(clientDataJSON),
    expectedOrigin: origin,
    expectedRPID: rp_id,
    requireUserVerification: true,
  }
}

/**
 * The created key, or null for an invalid response: made elsewhere, or without the device's user verification. The
 * caller must have used up the challenge.
 */
export async function verifyCreatedKey(ctx: Ctx, response: z.output<typeof RegistrationResponse>) {
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    ...expectedValues(ctx, response.response.clientDataJSON),
  }).catch((error: Error) => {
    ctx.log.info('passkey.refused', { why: error.message.slice(0, 200) })
    return { registrationInfo: undefined }
  })
  if (!registrationInfo) return null
  const { credential, credentialBackedUp: backed_up } = registrationInfo
  return {
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    backed_up,
  }
}
export type CreatedKey = NonNullable<Awaited<ReturnType<typeof verifyCreatedKey>>>

/**
 * The key's signature counter, or null for an invalid response. The caller must have used up the challenge, and store
 * the counter.
 */
export async function verifySignedChallenge(
  ctx: Ctx,
  response: AuthenticationResponse,
  { credential_id, public_key }: Pick<DeviceCredential, 'credential_id' | 'public_key'>,
): Promise<{ counter: number; backed_up: boolean } | null> {
  const credential = {
    id: credential_id.toString('base64url'),
    publicKey: new Uint8Array(public_key),
    // The code that stores the counter decides whether it has increased, so that one of two concurrent uses is refused.
    counter: 0,
  }
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    ...expectedValues(ctx, response.response.clientDataJSON),
    credential,
  }).catch((error: Error) => {
    ctx.log.info('passkey.refused', { why: error.message.slice(0, 200) })
    return { verified: false as const, authenticationInfo: undefined }
  })
  if (!verified || !authenticationInfo) return null
  return { counter: authenticationInfo.newCounter, backed_up: authenticationInfo.credentialBackedUp }
}
