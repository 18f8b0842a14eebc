import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { identityErrors } from '#modules/identity/errors.ts'
import { emailAddress } from '#modules/identity/people/person-fields.schema.ts'
import { webhookTransport } from '#modules/identity/webhooks/transport.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Configuration, type Issuer, IssuerFault, parseJson } from './issuer.ts'
import { findIssuer } from './issuer-cache.ts'
import { openClientSecret, requireProvider, type SignInProvider, subjectOf } from './sign-in-provider.sql.ts'
import { isUnknownKey, verifyIdToken } from './verify-id-token.ts'

/** A person as their organization's provider describes them. */
export type OrganizationProfile = {
  /** The organization, the issuer and its permanent id of the person. */
  subject: string
  /** An address that the provider has confirmed and may confirm, or null. */
  email: string | null
  first_name: string
  last_name: string
  external_id: string | null
}

type Authorization = { redirect_uri: string; state: string; nonce: string; verifier: string }
type ReturnedAuthorization = Omit<Authorization, 'state'>

const maxTokens = 65_536
const Tokens = z.object({ id_token: z.string() })

/** The visited organization's own provider. Its functions throw providerDown, and socialFailed if nothing is proved. */
export async function openOrganizationProvider(ctx: Ctx) {
  const provider = await requireProvider(ctx)
  const transport = ctx.use(webhookTransport)
  const loadIssuer = (options?: { unknownKey: boolean }): Promise<Issuer> =>
    findIssuer(transport, provider.issuer, ctx.now, options).catch((error) => {
      if (!(error instanceof IssuerFault)) throw error
      ctx.log.warn('openid.issuer_failed', { issuer: provider.issuer, reason: error.message })
      throw identityErrors.providerDown()
    })

  async function exchangeCode(code: string, { redirect_uri, verifier }: ReturnedAuthorization): Promise<string> {
    const { configuration } = await loadIssuer()
    const grant = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier }
    const client = { id: provider.client_id, secret: await openClientSecret(ctx, provider.organization_id) }
    const { status, fault, answer } = await transport.fetchComplete(
      tokenRequest(configuration, grant, client),
      maxTokens,
    )
    const logRefusal = (reason: string) => ctx.log.warn('openid.no_token', { issuer: provider.issuer, reason })
    if (status === null || status >= 500) {
      logRefusal(fault ?? `status ${status}`)
      throw identityErrors.providerDown()
    }
    const tokens = Tokens.safeParse(status === 200 ? parseJson(answer) : null)
    if (tokens.success) return tokens.data.id_token
    logRefusal(`status ${status}`)
    throw identityErrors.socialFailed()
  }

  async function verify(token: string, nonce: string): Promise<JWTPayload> {
    const expected = { issuer: provider.issuer, client_id: provider.client_id, nonce, now: ctx.now }
    try {
      return await verifyIdToken(token, await loadIssuer(), expected).catch(async (error) => {
        if (!isUnknownKey(error)) throw error
        return verifyIdToken(token, await loadIssuer({ unknownKey: true }), expected)
      })
    } catch (error) {
      if (error instanceof Error && !('kind' in error)) {
        ctx.log.warn('openid.token_refused', { issuer: provider.issuer, reason: error.message })
        throw identityErrors.socialFailed()
      }
      throw error
    }
  }

  return {
    async authorizeUrl(authorization: Authorization): Promise<string> {
      const { configuration } = await loadIssuer()
      return buildAuthorizeUrl(configuration, provider, authorization)
    },
    async exchange(code: string, authorization: ReturnedAuthorization): Promise<OrganizationProfile> {
      const claims = await verify(await exchangeCode(code, authorization), authorization.nonce)
      return profileOf(provider, claims)
    },
    issuer: provider.issuer,
  }
}

function buildAuthorizeUrl(
  { authorization_endpoint }: Configuration,
  { client_id }: SignInProvider,
  { redirect_uri, state, nonce, verifier }: Authorization,
): string {
  const url = new URL(authorization_endpoint)
  const parameters = {
    client_id,
    redirect_uri,
    response_type: 'code',
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

type Client = { id: string; secret: string }

/** RFC 6749 2.3.1: in the header, unless the provider takes the secret in the form alone. */
function tokenRequest(configuration: Configuration, grant: Record<string, string>, { id, secret }: Client) {
  const methods = configuration.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const inForm = !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
  const encoded = [id, secret].map((text) => new URLSearchParams({ '': text }).toString().slice(1)).join(':')
  return {
    method: 'POST' as const,
    url: configuration.token_endpoint,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(!inForm && { authorization: `Basic ${Buffer.from(encoded).toString('base64')}` }),
    },
    body: new URLSearchParams({ ...grant, ...(inForm && { client_id: id, client_secret: secret }) }).toString(),
  }
}

const maxSubject = 255
const maxExternalId = 100

function profileOf(provider: SignInProvider, claims: JWTPayload): OrganizationProfile {
  const sub = textOf(claims, 'sub', maxSubject)
  if (sub === null) throw identityErrors.socialFailed()
  return {
    subject: subjectOf(provider, sub),
    email: confirmedEmail(provider, claims),
    first_name: textOf(claims, provider.given_name_claim, 100) ?? '',
    last_name: textOf(claims, provider.family_name_claim, 100) ?? '',
    external_id: provider.external_id_claim && textOf(claims, provider.external_id_claim, maxExternalId),
  }
}

/** A claim of text or a whole number, without spaces around it; null if it is missing, empty or too long. */
function textOf(claims: JWTPayload, name: string, max: number): string | null {
  if (!Object.hasOwn(claims, name)) return null
  const value = claims[name]
  if (typeof value !== 'string' && !Number.isSafeInteger(value)) return null
  const text = String(value).trim()
  return text.length > 0 && text.length <= max && !text.includes('\u0000') ? text : null
}

/** The address, if the provider says that it has proved it and its domain is one of the organization's. */
function confirmedEmail({ email_domains }: SignInProvider, { email, email_verified }: JWTPayload): string | null {
  if (email_verified !== true && email_verified !== 'true') return null
  const parsed = emailAddress().safeParse(email)
  if (!parsed.success) return null
  const domain = parsed.data.slice(parsed.data.lastIndexOf('@') + 1).toLowerCase()
  return email_domains.includes(domain) ? parsed.data : null
}
