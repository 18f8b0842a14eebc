import { type Context, Hono } from 'hono'
import { readForm } from '#platform/http/form-body.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { limitBody } from '#platform/http/limit-body.ts'
import { clientPermissions } from './client-permissions.ts'
import { grantToken, type TokenError, type TokenRequest } from './client-token.ts'
import { assertionAlgorithms } from './public-keys.ts'

const maxBytes = 16 * 1024

/** OAuth 2.0 for clients: the token endpoint and its metadata (RFC 8414). Requires the request's `ctx`. */
export function oauthRoutes(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.post('/oauth/token', limitBody(maxBytes), async (c) => {
    const ctx = c.get('ctx')
    await ctx.admit('sign-in')
    const request = await readRequest(c)
    const result = request ? await grantToken(ctx, request) : 'invalid_request'
    return typeof result === 'string' ? errorResponse(c, result) : c.json(result)
  })
  app.get('/.well-known/oauth-authorization-server', (c) => c.json(metadata(c.get('ctx').request.origin)))
  return app
}

/** The form, with credentials from the header if present; null if it can't be read. */
async function readRequest(c: Context): Promise<TokenRequest | null> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) return null
  const entries = (await readForm(c)).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  // A repeated field makes the request invalid (RFC 6749, section 3.2).
  if (new Set(entries.map(([name]) => name)).size < entries.length) return null
  const form: TokenRequest = Object.fromEntries(entries.filter(([, value]) => value !== ''))
  const basic = /^Basic +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (basic === undefined) return form
  if (form.client_secret !== undefined) return null
  const [client_id, client_secret] = Buffer.from(basic, 'base64').toString().split(':')
  return { ...form, client_id, client_secret: client_secret ?? '' }
}

function errorResponse(c: Context, error: TokenError): Response {
  if (error !== 'invalid_client') return c.json({ error }, 400)
  return c.json({ error }, 401, { 'www-authenticate': 'Basic realm="oauth"' })
}

const metadata = (issuer: string) => ({
  issuer,
  token_endpoint: `${issuer}/oauth/token`,
  grant_types_supported: ['client_credentials'],
  response_types_supported: [],
  scopes_supported: clientPermissions,
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
})
