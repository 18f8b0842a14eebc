import { createHash, randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { z } from 'zod'
import { type Clock, systemClock } from '#platform/clock.ts'
import { serveLocal } from '#platform/http/serve-local.ts'
import type { Simulator } from '#simulators/simulator.ts'
import { openidClient, simulatedOpenid } from './config.ts'
import { choosePage } from './page.ts'

/** A person of the provider's directory; other fields are claims of their ID token. */
type DirectoryPerson = { sub: string; [claim: string]: unknown }

/** Settings that tests change; a `body` of `null` leaves the usual response. */
type Script = {
  /** Claims that replace the usual ones of every ID token. */
  claims: JWTPayload
  /** Replaces the configuration's usual fields. */
  configuration: Record<string, unknown>
  /** A status and body for every request to a path, such as `/jwks`. */
  replace: Map<string, { status: number; body: string }>
  /** The signature's algorithm. */
  algorithm: 'RS256' | 'ES256' | 'PS384'
}

export type OpenidSimulator = {
  app: Hono
  script: Script
  /** Replaces the provider's signing key; the former one is published no more. */
  rotateKey(): Promise<void>
  /** The paths that were requested. */
  requests: string[]
}

type Options = { production: boolean; url: () => string; clock?: Clock }
type GrantedCode = { person: DirectoryPerson } & Record<'challenge' | 'nonce' | 'redirect_uri', string>

const Person = z.looseObject({
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  email_verified: z.stringbool().default(true),
})
/** The parameters of an authorization request, which are no claims. */
const parameters = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
]

/**
 * A partner's identity provider in the wire format of OpenID Connect: configuration, keys, authorization codes with
 * PKCE, ID tokens. Throws in production: it vouches for anybody.
 */
export function openOpenidSimulator({ production, url, clock = systemClock }: Options): OpenidSimulator {
  if (production) throw new Error('The OpenID Connect simulator must not run in production.')
  const app = new Hono()
  const script: Script = { claims: {}, configuration: {}, replace: new Map(), algorithm: 'RS256' }
  const codes = new Map<string, GrantedCode>()
  const requests: string[] = []
  let key = makeKey('RS256')

  app.use(async (c, next) => {
    const path = new URL(c.req.url).pathname
    const endpoint = ['/.well-known/openid-configuration', '/authorize', '/token', '/jwks'].find((end) =>
      path.endsWith(end),
    )
    requests.push(endpoint ?? path)
    const response = script.replace.get(endpoint ?? path)
    if (response) return new Response(response.body, { status: response.status })
    return next()
  })

  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer: url(),
      authorization_endpoint: `${url()}/authorize`,
      token_endpoint: `${url()}/token`,
      jwks_uri: `${url()}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'email', 'profile'],
      authorization_response_iss_parameter_supported: true,
      ...script.configuration,
    }),
  )

  app.get('/jwks', async (c) => c.json({ keys: [(await key).jwk] }))

  app.get('/authorize', (c) => {
    const query = c.req.query()
    const back = URL.parse(query.redirect_uri ?? '')
    if (!back || query.client_id !== openidClient.client_id || query.response_type !== 'code')
      return c.text('unknown client or redirect_uri', 400)
    const person = Person.safeParse(query)
    if (!person.success) return choosePage(c, query)
    const code = randomUUID()
    const { nonce = '', code_challenge: challenge = '', redirect_uri = '', state = '' } = query
    const claims = Object.fromEntries(Object.entries(person.data).filter(([name]) => !parameters.includes(name)))
    codes.set(code, { person: { ...claims, sub: person.data.sub }, challenge, nonce, redirect_uri })
    back.search = new URLSearchParams({ code, state, iss: url() }).toString()
    return c.redirect(back.href)
  })

  /** A code works once, for the holder of the verifier, at the address that it was sent to. */
  function redeem({ code = '', code_verifier = '', redirect_uri = '' }: Record<string, string>): GrantedCode | null {
    const granted = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256').update(code_verifier).digest('base64url')
    return granted && granted.challenge === challenge && granted.redirect_uri === redirect_uri ? granted : null
  }

  app.post('/token', async (c) => {
    const form = (await c.req.parseBody()) as Record<string, string>
    if (!isClient(c, form)) return c.json({ error: 'invalid_client' }, 401, { 'www-authenticate': 'Basic' })
    const granted = form.grant_type === 'authorization_code' ? redeem(form) : null
    if (!granted) return c.json({ error: 'invalid_grant' }, 400)
    const now = Math.floor(clock.now().getTime() / 1000)
    const commonClaims = { iss: url(), aud: openidClient.client_id, iat: now, exp: now + 300, nonce: granted.nonce }
    const { privateKey, jwk, algorithm } = await key
    const id_token = await new SignJWT({ ...granted.person, ...commonClaims, ...script.claims })
      .setProtectedHeader({ alg: algorithm, kid: jwk.kid })
      .sign(privateKey)
    return c.json({ access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token })
  })

  return {
    app,
    script,
    requests,
    async rotateKey() {
      key = makeKey(script.algorithm)
      await key
    },
  }
}

/** RFC 6749 2.3.1: both parts are form-encoded before they are joined. */
function isClient(c: Context, form: Record<string, string>): boolean {
  const { client_id, client_secret } = openidClient
  const [scheme, value = ''] = (c.req.header('authorization') ?? '').split(' ')
  if (scheme !== 'Basic') return form.client_id === client_id && form.client_secret === client_secret
  const parts = Buffer.from(value, 'base64').toString('utf8').split(':')
  const [id, secret] = parts.map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
  return id === client_id && secret === client_secret
}

async function makeKey(algorithm: Script['algorithm']) {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
  return {
    algorithm,
    privateKey,
    jwk: { ...(await exportJWK(publicKey)), kid: randomUUID(), alg: algorithm, use: 'sig' },
  }
}

/** A fleet's identity provider; organizations name it in their settings. */
export const openid: Simulator<ReturnType<typeof simulatedOpenid>> = {
  path: '/dev/openid',
  replaces: () => true,
  settings: simulatedOpenid,
  open: ({ production, url }) => openOpenidSimulator({ production, url }).app,
}

/** A simulator of its own on a free local port, for tests. */
export async function startOpenidSimulator(options: { clock?: Clock } = {}) {
  let url = ''
  const production = process.env.NODE_ENV === 'production'
  const simulator = openOpenidSimulator({ ...options, production, url: () => url })
  const local = await serveLocal(simulator.app)
  url = local.url
  return { ...simulator, url, config: simulatedOpenid(url), close: local.close }
}
