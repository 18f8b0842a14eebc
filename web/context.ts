import type { Context } from 'hono'
import {
  newDevice,
  readCookie,
  readDeviceCookie,
  readLocaleCookie,
  readStepCookie,
  resolveSession,
  type SignedIn,
} from '../modules/identity/index.ts'
import type { Ctx, Organization } from '../platform/ctx.ts'
import { errors } from '../platform/errors.ts'
import { addressBlock } from '../platform/http/caller.ts'
import type { HttpEnv } from '../platform/http/http-env.ts'
import type { RateLimiter } from '../platform/http/rate.ts'
import { bearerOf, hostOf } from '../platform/http/same-site.ts'
import { openCtx, type Services } from '../platform/open-ctx.ts'
import type { Actor } from '../platform/permissions.ts'
import { type Locale, parseLocale } from '../platform/texts.ts'
import type { ReadAhead } from './read-ahead.ts'

/** What the pages know of a request beside its context: the session's person needs no second query. */
export type WebEnv = { Variables: HttpEnv['Variables'] & { person: SignedIn | null } }

export type Site = { baseUrl: URL; trustProxy: boolean }

/** The organization's code that a host names: `ssd.waypost.example` -> SSD; null for the bare host. */
export function codeOfHost(host: string, base: string): string | null {
  return host.endsWith(`.${base}`) ? host.slice(0, -base.length - 1).toUpperCase() : null
}

type Around = { services: Services; site: Site; rates: RateLimiter; readAhead: ReadAhead }

/** The context of a request: who asks (cookie or bearer), on whose site, in which language. */
export async function requestCtx(c: Context<WebEnv>, around: Around, organization: Organization): Promise<Ctx> {
  const now = around.services.clock.now()
  const reference = referenceOf(c, around.site)
  const open = (session: SignedIn | null) => openFor(c, around, { organization, now, session })
  c.set('person', null)
  if (!reference) return open(null)
  const { read } = around.services.database
  const visitor = { sql: read.within(organization.scope), beyond: { sql: read }, now, organization }
  // A page of a signed-in student costs this one query more than a visitor's.
  const looking = resolveSession(visitor, reference)
  const settle = around.readAhead({ c: c as unknown as Context<HttpEnv>, reference, organization, open })
  const session = await looking
  c.set('person', session)
  return settle?.(session) ?? open(session)
}

type Caller = { organization: Organization; now: Date; session: SignedIn | null }

function openFor(c: Context<WebEnv>, { services, site, rates }: Around, { organization, now, session }: Caller): Ctx {
  const actor: Actor = session?.actor ?? { kind: 'anonymous' }
  const address = addressOf(c, site.trustProxy)
  // A person is one caller however many sessions they open; visitors behind one connection share its limits.
  const caller = actor.kind === 'user' ? `user ${actor.viewed_by ?? actor.user_id}` : `address ${addressBlock(address)}`
  return openCtx(services, {
    actor,
    organization,
    locale: localeOf(c, session?.locale),
    now,
    admit: (rate) => {
      if (!rates.admits(rate, caller)) throw errors.tooMany()
    },
    request: new WebRequest(c, site, address),
  })
}

/** What a context knows of its request. A class, whose getter stands in one place: V8 keeps a literal with one as a dictionary. */
class WebRequest {
  readonly id: string
  readonly address: string
  readonly agent: string
  readonly origin: string
  readonly handle: string | undefined
  private readonly c: Context
  private readonly site: Site
  private known: string | undefined

  constructor(c: Context<WebEnv>, site: Site, address: string) {
    this.id = c.get('requestId')
    this.address = address
    this.agent = c.req.header('user-agent') ?? ''
    this.origin = `${site.baseUrl.protocol}//${hostOf(c.req)}`
    this.handle = bearerOf(c.req) ?? readStepCookie(site.baseUrl.origin, c.req.header('cookie')) ?? undefined
    this.c = c as unknown as Context
    this.site = site
    this.known = undefined
  }

  /** Only a sign-in asks for it, and a new name costs random bytes. */
  get device(): string | undefined {
    if (bearerOf(this.c.req)) return undefined
    this.known ??= deviceOf(this.c, this.site)
    return this.known
  }
}

/** The session's reference: a bearer for programs, else the cookie. */
export function referenceOf(c: Context, site: Site): string | null {
  return bearerOf(c.req) ?? readCookie(site.baseUrl.origin, c.req.header('cookie'))
}

/** A browser that has no name yet gets one, which it keeps if it signs in. */
function deviceOf(c: Context, site: Site): string {
  return readDeviceCookie(site.baseUrl.origin, c.req.header('cookie')) ?? newDevice()
}

function localeOf(c: Context, profile: Locale | undefined): Locale {
  const chosen = readLocaleCookie(c.req.header('cookie')) ?? c.req.header('locale')
  if (chosen) return parseLocale(chosen)
  return profile ?? parseLocale(c.req.header('accept-language'))
}

function addressOf(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  const socket = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket
  return forwarded ?? socket?.remoteAddress ?? ''
}
