import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { identityErrors } from '#modules/identity/errors.ts'
import { fetchJson } from './fetch-json.ts'
import { challengeOf } from './google.ts'
import type { ProviderToken, SocialProfile, SocialProvider } from './provider.ts'

const version = 'v23.0'

/** The URLs of Facebook's services, without the version; a simulator has its own. */
type FacebookUrls = { dialog: string; graph: string }
const facebookUrls: FacebookUrls = { dialog: 'https://www.facebook.com', graph: 'https://graph.facebook.com' }

export type FacebookConfig = { app_id: string; app_secret: string; urls?: FacebookUrls }

const TokenInfo = z.object({
  data: z.object({
    app_id: z.string(),
    type: z.literal('USER'),
    is_valid: z.literal(true),
    user_id: z.string().min(1).max(255),
    /** Seconds; 0 for a token that does not expire. */
    expires_at: z.int(),
  }),
})
const Me = z.object({
  id: z.string(),
  first_name: z.string().max(100).optional(),
  last_name: z.string().max(100).optional(),
  // Facebook returns only confirmed addresses, and many people have none.
  email: z.email().max(254).optional(),
})
const Token = z.object({ access_token: z.string() })

/** Facebook's Graph API: a user token is valid only if `debug_token` says that it was issued to our app. */
export function openFacebook({ app_id, app_secret, urls = facebookUrls }: FacebookConfig): SocialProvider {
  const graph = (path: string, query: Record<string, string>) =>
    fetchJson(`${urls.graph}/${version}/${path}?${new URLSearchParams(query)}`).then(({ body }) => body)

  async function verify({ token, now, subject }: ProviderToken): Promise<SocialProfile> {
    const tokenInfo = TokenInfo.safeParse(
      await graph('debug_token', { input_token: token, access_token: `${app_id}|${app_secret}` }),
    )
    if (!tokenInfo.success) throw identityErrors.socialFailed()
    const { user_id, expires_at, app_id: tokenAppId } = tokenInfo.data.data
    const isExpired = expires_at !== 0 && expires_at * 1000 <= now.getTime()
    if (tokenAppId !== app_id || isExpired || (subject && subject !== user_id)) throw identityErrors.socialFailed()
    return readProfile(token, user_id)
  }

  async function readProfile(token: string, user_id: string): Promise<SocialProfile> {
    // Proves that the request comes from our server, not from someone who intercepted the token.
    const appsecret_proof = createHmac('sha256', app_secret).update(token).digest('hex')
    const fields = 'id,first_name,last_name,email'
    const me = Me.safeParse(await graph('me', { fields, access_token: token, appsecret_proof }))
    if (!me.success || me.data.id !== user_id) throw identityErrors.socialFailed()
    const { email = null, first_name = '', last_name = '' } = me.data
    return { subject: user_id, email, first_name, last_name }
  }

  return {
    verify,
    authorizeUrl: ({ redirect_uri, state, verifier }) =>
      `${urls.dialog}/${version}/dialog/oauth?${new URLSearchParams({
        client_id: app_id,
        redirect_uri,
        response_type: 'code',
        scope: 'public_profile,email',
        state,
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
      })}`,
    async exchange(code, { redirect_uri, verifier }, now) {
      const query = { client_id: app_id, client_secret: app_secret, redirect_uri, code, code_verifier: verifier }
      const response = Token.safeParse(await graph('oauth/access_token', query))
      if (!response.success) throw identityErrors.socialFailed()
      return verify({ token: response.data.access_token, now })
    },
  }
}
