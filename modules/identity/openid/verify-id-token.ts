import { createLocalJWKSet, type JWTPayload, errors as jose, jwtVerify } from 'jose'
import { type Issuer, tokenAlgorithms } from './issuer.ts'

type Expected = { issuer: string; client_id: string; nonce: string; now: Date }

/** Why a token was refused; only logged. */
class TokenFault extends Error {}

/** Whether the token's key is unknown; the provider may have published it since. */
export const isUnknownKey = (error: unknown): boolean => error instanceof jose.JWKSNoMatchingKey

const tolerance_s = 60
/** The code is exchanged within moments of the token being issued. */
const maxAge_s = 600

/** The claims of an ID token for this sign-in. Throws TokenFault, or an error of jose. */
export async function verifyIdToken(token: string, { keys }: Issuer, expected: Expected): Promise<JWTPayload> {
  const { issuer, client_id, nonce, now } = expected
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
    algorithms: [...tokenAlgorithms],
    issuer,
    audience: client_id,
    requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
    clockTolerance: tolerance_s,
    maxTokenAge: maxAge_s,
    currentDate: now,
  })
  const { aud, azp } = payload
  // A token for several audiences must identify us as the client that requested it.
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== client_id) throw new TokenFault('azp')
  if (payload.nonce !== nonce) throw new TokenFault('nonce')
  return payload
}
