import { createHash, randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { z } from 'zod'
import { type Clock, systemClock } from '#platform/clock.ts'
import { serveLocal } from '#platform/http/serve-local.ts'
import type { Simulator } from '#simulators/simulator.ts'
import { simulatedSocial, simulatorClients } from './config.ts'
import { choosePage } from './page.ts'

/** A person known to the simulated providers. */
export type PretendedPerson = {
  sub: string
  email?: string | undefined
  email_verified?: boolean
  given_name?: string
  family_name?: string
}

export type SocialSimulator = {
  app: Hono
  /** An ID token of the simulated Google; `claims` overrides its usual claims. */
  idToken(person: PretendedPerson, claims?: JWTPayload): Promise<string>
  /** A user token of the simulated Facebook. */
  userToken(person: PretendedPerson, overrides?: Partial<Issued>): string
}

type Issued = { person: PretendedPerson; app_id: string; is_valid: boolean; expires_at: number }
type GrantedCode = { person: PretendedPerson; challenge: string; nonce: string; redirect_uri: string }

const Person = z.object({
  sub: z.string().regex(/^\d{1,30}$/),
  email: z.string().max(254).optional(),
  email_verified: z.stringbool().default(true),
  given_name: z.string().max(100).default(''),
  family_name: z.string().max(100).default(''),
})

/**
 * Google and Facebook in their real wire formats, for tests and demonstrations: signs real tokens with its own keys.
 * Throws in production, because anyone can sign in as anyone.
 */
export function openSocialSimulator(options: Options): SocialSimulator {
  if (options.production) throw new Error('The social sign-in simulator must not run in production.')
  const app = new Hono()
  const codes = openCodes()
  const idToken = addGoogle(app, codes, options)
  const userToken = addFacebook(app, codes, options)
  return { app, idToken, userToken }
}

type Options = {
  production: boolean
  /** Its public address: the issuer of its tokens. */
  url: () => string
  clock?: Clock
}

const secondsOf = (clock: Clock) => Math.floor(clock.now().getTime() / 1000)

/** The codes with which visitors return, each for the chosen person. */
function openCodes() {
  const codes = new Map<string, GrantedCode>()
  return {
    /** The chosen person returns with a code. */
    choose(c: Context) {
      const query = c.req.query()
      const back = URL.parse(query.redirect_uri ?? '')
      const person = Person.safeParse(query)
      if (!back) return c.text('redirect_uri is missing', 400)
      if (!person.success) return choosePage(c, query)
      const code = randomUUID()
      const { nonce = '', code_challenge: challenge = '', redirect_uri = '', state = '' } = query
      codes.set(code, { person: person.data, challenge, nonce, redirect_uri })
      back.search = new URLSearchParams({ code, state }).toString()
      return c.redirect(back.href)
    },
    /** A code works once, for the holder of the verifier, at the address that it was issued for. */
    spend({ code = '', code_verifier = '', redirect_uri = '' }: Record<string, string>): GrantedCode | null {
      const granted = codes.get(code)
      codes.delete(code)
      const challenge = createHash('sha256').update(code_verifier).digest('base64url')
      return granted && granted.challenge === challenge && granted.redirect_uri === redirect_uri ? granted : null
    },
  }
}
type Codes = ReturnType<typeof openCodes>

function addGoogle(app: Hono, { choose, spend }: Codes, { url, clock = systemClock }: Options) {
  const key = makeKey()
  async function idToken(person: PretendedPerson, claims: JWTPayload = {}): Promise<string> {
    const { privateKey, jwk } = await key
    const [aud] = simulatorClients.google.client_ids
    const now = secondsOf(clock)
    const commonClaims = { iss: `${url()}/google`, aud, azp: aud, iat: now, exp: now + 3_600 }
    return new SignJWT({ email_verified: true, ...person, ...commonClaims, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: jwk.kid })
      .sign(privateKey)
  }
  app.get('/google/o/oauth2/v2/auth', choose)
  app.get('/google/certs', async (c) =>
    c.json({ keys: [(await key).jwk] }, 200, { 'cache-control': 'public, max-age=19800' }),
  )
  app.post('/google/token', async (c) => {
    const form = (await c.req.parseBody()) as Record<string, string>
    const granted = form.client_secret === simulatorClients.google.client_secret ? spend(form) : null
    if (!granted) return c.json({ error: 'invalid_grant' }, 400)
    const id_token = await idToken(granted.person, { nonce: granted.nonce })
    return c.json({
      access_token: randomUUID(),
      expires_in: 3_599,
      scope: 'openid email profile',
      token_type: 'Bearer',
      id_token,
    })
  })
  return idToken
}

function addFacebook(app: Hono, { choose, spend }: Codes, { clock = systemClock }: Options) {
  const { app_id, app_secret } = simulatorClients.facebook
  const tokens = new Map<string, Issued>()
  function userToken(person: PretendedPerson, overrides: Partial<Issued> = {}): string {
    const token = `EAA${randomUUID().replaceAll('-', '')}`
    const commonFields = { app_id, is_valid: true, expires_at: secondsOf(clock) + 3_600 }
    tokens.set(token, { person, ...commonFields, ...overrides })
    return token
  }
  const refusal = (c: Context, code = 190) =>
    c.json({ error: { message: 'Invalid OAuth access token.', type: 'OAuthException', code, fbtrace_id: 'A' } }, 400)
  app.get('/facebook/:version/dialog/oauth', choose)
  app.get('/facebook/:version/oauth/access_token', (c) => {
    const granted = c.req.query('client_secret') === app_secret ? spend(c.req.query()) : null
    if (!granted) return refusal(c, 100)
    return c.json({ access_token: userToken(granted.person), token_type: 'bearer', expires_in: 5_183_944 })
  })
  app.get('/facebook/:version/debug_token', (c) => {
    if (c.req.query('access_token') !== `${app_id}|${app_secret}`) return refusal(c)
    const issued = tokens.get(c.req.query('input_token') ?? '')
    if (!issued)
      return c.json({ data: { error: { code: 190, message: 'Malformed access token' }, is_valid: false, scopes: [] } })
    const { person, ...tokenFields } = issued
    return c.json({
      data: {
        ...tokenFields,
        type: 'USER',
        application: 'Waypost',
        scopes: ['public_profile', 'email'],
        user_id: person.sub,
      },
    })
  })
  app.get('/facebook/:version/me', (c) => {
    const issued = tokens.get(c.req.query('access_token') ?? '')
    if (!issued || !c.req.query('appsecret_proof')) return refusal(c)
    const { sub, email, email_verified = true, given_name, family_name } = issued.person
    return c.json({ id: sub, first_name: given_name, last_name: family_name, ...(email_verified && { email }) })
  })
  return userToken
}

async function makeKey() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' } }
}

/** The people to choose from, if neither provider is configured. */
export const social: Simulator<ReturnType<typeof simulatedSocial>> = {
  path: '/dev/social',
  replaces: ({ GOOGLE_CLIENT_IDS, FACEBOOK_APP_ID }) => !GOOGLE_CLIENT_IDS && !FACEBOOK_APP_ID,
  settings: simulatedSocial,
  open: ({ production, url }) => openSocialSimulator({ production, url }).app,
}

/** A standalone simulator on a free local port, for tests. */
export async function startSocialSimulator(options: { clock?: Clock } = {}) {
  let url = ''
  const production = process.env.NODE_ENV === 'production'
  const simulator = openSocialSimulator({ ...options, production, url: () => url })
  const local = await serveLocal(simulator.app)
  url = local.url
  return { ...simulator, url, config: simulatedSocial(url), close: local.close }
}
