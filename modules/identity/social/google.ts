import { createHash } from 'node:crypto'
import { createRemoteJWKSet, errors as jose, jwtVerify } from 'jose'
import { z } from 'zod'
import { identityErrors } from '#modules/identity/errors.ts'
import { fetchJson } from './fetch-json.ts'
import type { ProviderToken, SocialProfile, SocialProvider } from './provider.ts'

/** The URLs of Google's services; a simulator has its own. */
type GoogleUrls = { authorize: string; token: string; keys: string; issuers: string[] }
const googleUrls: GoogleUrls = {
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  keys: 'https://www.googleapis.com/oauth2/v3/certs',
  issuers: ['https://accounts.google.com', 'accounts.google.com'],
}

/** The first client is for our pages; the others are for our apps. */
export type GoogleConfig = { client_ids: readonly string[]; client_secret: string; urls?: GoogleUrls }

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(254).optional(),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  given_name: z.string().max(100).optional(),
  family_name: z.string().max(100).optional(),
  nonce: z.string().optional(),
  azp: z.string().optional(),
})

/** Google's OpenID Connect: ID tokens for our own clients, RS256, verified with Google's published keys. */
export function openGoogle({ client_ids, client_secret, urls = googleUrls }: GoogleConfig): SocialProvider {
  // Cached for ten minutes; an unknown key id refetches, at most twice a minute.
  const keys = createRemoteJWKSet(new URL(urls.keys))
  const [client_id = ''] = client_ids

  async function verify({ token, now, nonce }: ProviderToken): Promise<SocialProfile> {
    const { payload } = await jwtVerify(token, keys, {
      // Fixed here, never taken from the token: this excludes `none`, and HS256 with the public key as its secret.
      algorithms: ['RS256'],
      issuer: urls.issuers,
      audience: [...client_ids],
      requiredClaims: ['sub', 'iat', 'exp'],
      clockTolerance: 60,
      currentDate: now,
    }).catch((error) => {
      throw isRefusal(error) ? identityErrors.socialFailed() : identityErrors.providerDown()
    })
    const claims = Claims.safeParse(payload)
    if (!claims.success) throw identityErrors.socialFailed()
    if (nonce !== undefined && claims.data.nonce !== nonce) throw identityErrors.socialFailed()
    // A token for several audiences identifies the client that requested it.
    if (claims.data.azp !== undefined && !client_ids.includes(claims.data.azp)) throw identityErrors.socialFailed()
    return profileOf(claims.data)
  }

  return {
    verify,
    authorizeUrl: ({ redirect_uri, state, nonce, verifier }) =>
      `${urls.authorize}?${new URLSearchParams({
        client_id,
        redirect_uri,
        response_type: 'code',
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })}`,
    async exchange(code, { redirect_uri, nonce, verifier }, now) {
      const grant = { grant_type: 'authorization_code', code, client_id, client_secret, redirect_uri }
      const body = new URLSearchParams({ ...grant, code_verifier: verifier })
      const tokens = Tokens.safeParse((await fetchJson(urls.token, { method: 'POST', body })).body)
      if (!tokens.success) throw identityErrors.socialFailed()
      return verify({ token: tokens.data.id_token, now, nonce })
    },
  }
}

const Tokens = z.object({ id_token: z.string() })

/** The PKCE challenge: a person who intercepts the code lacks its verifier. */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** Whether the token is at fault; everything else (no response, no key set) is Google's or the network's fault. */
const isRefusal = (error: unknown): boolean =>
  error instanceof jose.JWTClaimValidationFailed ||
  error instanceof jose.JWTExpired ||
  error instanceof jose.JWTInvalid ||
  error instanceof jose.JWSInvalid ||
  error instanceof jose.JWSSignatureVerificationFailed ||
  error instanceof jose.JOSEAlgNotAllowed ||
  error instanceof jose.JOSENotSupported ||
  error instanceof jose.JWKSNoMatchingKey ||
  error instanceof jose.JWKSMultipleMatchingKeys

function profileOf({ sub, email, email_verified, given_name, family_name }: z.output<typeof Claims>): SocialProfile {
  return {
    subject: sub,
    email: email !== undefined && email_verified === true ? email : null,
    first_name: given_name ?? '',
    last_name: family_name ?? '',
  }
}
