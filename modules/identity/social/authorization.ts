import { randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type LinkedProvider, linkedProviders } from '#modules/identity/credentials/provider-names.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { openOrganizationProvider } from '#modules/identity/openid/organization-provider.ts'
import { findCookie, hostBound } from '#modules/identity/sessions/cookies.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { providerOf, type SocialProfile, type SocialProvider, socialProviders } from './provider.ts'

/** Stored in the browser while it is at the provider: without it, a returned code is useless. */
const StoredAttempt = z.object({
  provider: z.enum(linkedProviders),
  state: z.string().min(43),
  nonce: z.string().min(43),
  verifier: z.string().min(43),
  /** A path of this site, checked by the operation that started. */
  to: z.string(),
  /** Connects the provider to the signed-in account instead of signing in. */
  link: z.boolean(),
})

const lifetimeMinutes = 10
const secret = () => randomBytes(32).toString('base64url')

/**
 * Google and Facebook have one return address for all organizations, and an organization's own provider has that of its
 * site below this installation's host, which no own domain changes. The state identifies the original host.
 */
const returnAddress = (ctx: Ctx, name: LinkedProvider) => {
  const code = name === 'organization' && siteOf(ctx) !== '' ? ctx.organization.code : null
  return ctx.use(siteUrlPort)(code, pathTo(`/login/${name}/callback`), 'installation')
}

/**
 * Identifies the host of the cookie: the installation's own, the organization's, or the one below the installation's.
 */
function siteOf(ctx: Ctx): string {
  const siteUrl = ctx.use(siteUrlPort)
  const { code } = ctx.organization
  if (ctx.request.origin === new URL(siteUrl(null, '/')).origin) return ''
  return ctx.request.origin === siteUrl(code, '') ? code : `${code}-below`
}

/**
 * The host on which a sign-in with a provider must begin instead of this one; null if it may begin here. A code of
 * Google or Facebook opens accounts of every organization, so it never reaches a domain whose name an organization
 * controls. An organization's own provider may begin on its live domain, which that provider's codes reach.
 */
export function findStartHost(ctx: Ctx, name: LinkedProvider): string | null {
  const siteUrl = ctx.use(siteUrlPort)
  const { code } = ctx.organization
  const installationOrigin = siteUrl(code, '', 'installation')
  const { origin } = ctx.request
  if (origin === installationOrigin || origin === new URL(siteUrl(null, '/')).origin) return null
  return name === 'organization' && origin === siteUrl(code, '') ? null : installationOrigin
}

type StartedAuthorization = { href: string; cookie: string }

/** Sends a browser to a provider's own sign-in page. Throws socialNotOffered, and providerDown. */
export async function beginAuthorization(
  ctx: Ctx,
  name: LinkedProvider,
  { to, link }: { to: string; link: boolean },
): Promise<StartedAuthorization> {
  const state = `${siteOf(ctx)}.${secret()}`
  const attempt: z.output<typeof StoredAttempt> = {
    provider: name,
    state,
    nonce: secret(),
    verifier: secret(),
    to,
    link,
  }
  const { nonce, verifier } = attempt
  const authorization = { redirect_uri: returnAddress(ctx, name), state, nonce, verifier }
  const value = Buffer.from(JSON.stringify(attempt)).toString('base64url')
  return {
    href: await authorizeUrl(ctx, name, authorization),
    cookie: authorizationCookie(ctx.request.origin, value),
  }
}

type Authorization = Parameters<SocialProvider['authorizeUrl']>[0]

async function authorizeUrl(ctx: Ctx, name: LinkedProvider, authorization: Authorization): Promise<string> {
  if (name !== 'organization') return providerOf(ctx.use(socialProviders), name).authorizeUrl(authorization)
  // Each start may read the provider's configuration.
  await ctx.admit('sign-in')
  return (await openOrganizationProvider(ctx)).authorizeUrl(authorization)
}

/** The cookie of an authorization request, or one that deletes it. */
export function authorizationCookie(origin: string, value: string | null): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const life = value ? lifetimeMinutes * 60 : 0
  return `${cookieName(origin)}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}${secure}`
}
const cookieName = (origin: string) => hostBound(origin, 'waypost-oauth')

/** The address on the site that started, if the browser returned to another of ours; null if it is right. */
export function findOriginalAddress(
  ctx: Ctx,
  name: LinkedProvider,
  state: string | undefined,
  path: string,
): string | null {
  const [site = ''] = (state ?? '').split('.')
  const [, code = '', below] = /^(?:([A-Z0-9]{3})(-below)?)?$/.exec(site) ?? []
  if (site === siteOf(ctx) || (site !== '' && code === '')) return null
  const isBelow = below !== undefined || name !== 'organization'
  const address = ctx.use(siteUrlPort)(code || null, path, isBelow ? 'installation' : undefined)
  return new URL(address).origin === ctx.request.origin ? null : address
}

type ProviderReturn = {
  code: string | undefined
  state: string | undefined
  /** The issuer, if the provider sends it. */
  iss?: string | undefined
  cookies: string | null
}

export type CompletedAuthorization = { profile: SocialProfile; to: string; link: boolean }

/** The person returned by a provider, for the browser that was sent there. Throws socialFailed. */
export async function completeAuthorization(
  ctx: Ctx,
  name: LinkedProvider,
  { code, state, iss, cookies }: ProviderReturn,
): Promise<CompletedAuthorization> {
  const attempt = readStoredAttempt(findCookie(cookies, cookieName(ctx.request.origin)))
  if (!attempt || !code || attempt.provider !== name || !isSame(attempt.state, state ?? ''))
    throw identityErrors.socialFailed()
  // A visitor can forge both the cookie and the address, and each costs us a request to the provider.
  await ctx.admit('sign-in')
  const { nonce, verifier, to, link } = attempt
  const authorization = { redirect_uri: returnAddress(ctx, name), nonce, verifier }
  if (name !== 'organization') {
    const provider = providerOf(ctx.use(socialProviders), name)
    return { profile: await provider.exchange(code, authorization, ctx.now), to, link }
  }
  const provider = await openOrganizationProvider(ctx)
  // A provider that sends its issuer (RFC 9207) must be the one that the browser was sent to.
  if (iss !== undefined && iss !== provider.issuer) throw identityErrors.socialFailed()
  return { profile: await provider.exchange(code, authorization), to, link }
}

function readStoredAttempt(value: string | null): z.output<typeof StoredAttempt> | null {
  try {
    return StoredAttempt.parse(JSON.parse(Buffer.from(value ?? '', 'base64url').toString('utf8')))
  } catch {
    return null
  }
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
