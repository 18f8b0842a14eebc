import { randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type ProviderName, providerNames } from '#modules/identity/credentials/provider-names.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { findCookie, hostBound } from '#modules/identity/sessions/cookies.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { providerOf, type SocialProfile, socialProviders } from './provider.ts'

/** Stored in the browser while it is at the provider: without it, a returned code is useless. */
const Kept = z.object({
  provider: z.enum(providerNames),
  state: z.string().min(43),
  nonce: z.string().min(43),
  verifier: z.string().min(43),
  /** A path of this site, checked by the operation that started. */
  to: z.string(),
  /** Connects the provider to the signed-in account instead of signing in. */
  link: z.boolean(),
})

const minutes = 10
const secret = () => randomBytes(32).toString('base64url')

// A provider has one return address for all organizations; the state names the original site.
const returnTo = (ctx: Ctx, name: ProviderName) => ctx.use(siteUrlPort)(null, pathTo(`/login/${name}/callback`))

function siteOf(ctx: Ctx): string {
  const base = new URL(ctx.use(siteUrlPort)(null, '/')).origin
  return ctx.request.origin === base ? '' : ctx.organization.code
}

type Begun = { href: string; cookie: string }

/** Sends a browser to a provider's own sign-in page. Throws socialNotOffered. */
export function beginAuthorization(ctx: Ctx, name: ProviderName, { to, link }: { to: string; link: boolean }): Begun {
  const state = `${siteOf(ctx)}.${secret()}`
  const attempt: z.output<typeof Kept> = { provider: name, state, nonce: secret(), verifier: secret(), to, link }
  const { nonce, verifier } = attempt
  const provider = providerOf(ctx.use(socialProviders), name)
  const value = Buffer.from(JSON.stringify(attempt)).toString('base64url')
  return {
    href: provider.authorizeUrl({ redirect_uri: returnTo(ctx, name), state, nonce, verifier }),
    cookie: authorizationCookie(ctx.request.origin, value),
  }
}

/** The cookie of an authorization request, or one that deletes it. */
export function authorizationCookie(origin: string, value: string | null): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const life = value ? minutes * 60 : 0
  return `${cookieName(origin)}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}${secure}`
}
const cookieName = (origin: string) => hostBound(origin, 'waypost-oauth')

/** The address on the site that started, if the browser returned to another of ours; null if it is right. */
export function rightSite(ctx: Ctx, state: string | undefined, path: string): string | null {
  const [code = ''] = (state ?? '').split('.')
  if (code === siteOf(ctx) || !/^([A-Z0-9]{3})?$/.test(code)) return null
  return ctx.use(siteUrlPort)(code || null, path)
}

export type Arrived = { profile: SocialProfile; to: string; link: boolean }

/** The person returned by a provider, for the browser that was sent there. Throws socialFailed. */
export async function completeAuthorization(
  ctx: Ctx,
  name: ProviderName,
  { code, state, cookies }: { code: string | undefined; state: string | undefined; cookies: string | null },
): Promise<Arrived> {
  const attempt = readStored(findCookie(cookies, cookieName(ctx.request.origin)))
  if (!attempt || !code || attempt.provider !== name || !isSame(attempt.state, state ?? ''))
    throw identityErrors.socialFailed()
  // A visitor can forge both the cookie and the address, and each costs us a request to the provider.
  await ctx.admit('sign-in')
  const provider = providerOf(ctx.use(socialProviders), name)
  const { nonce, verifier, to, link } = attempt
  const profile = await provider.exchange(code, { redirect_uri: returnTo(ctx, name), nonce, verifier }, ctx.now)
  return { profile, to, link }
}

function readStored(value: string | null): z.output<typeof Kept> | null {
  try {
    return Kept.parse(JSON.parse(Buffer.from(value ?? '', 'base64url').toString('utf8')))
  } catch {
    return null
  }
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
