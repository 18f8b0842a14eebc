import type { Context } from 'hono'
import {
  type CallingClient,
  hasClientPrefix,
  hasTestKeyPrefix,
  newDevice,
  readCookie,
  readDeviceCookie,
  readLocaleCookie,
  readStepCookie,
  resolveClient,
  resolveSession,
  resolveTestClient,
  type SignedIn,
} from '#modules/identity/entry.ts'
import { identityErrors } from '#modules/identity/index.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx, Organization } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { addressBlock, lastAddress } from '#platform/http/caller.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { type RateLeft, type RateLimiter, rateHeaders } from '#platform/http/rate.ts'
import { bearerOf } from '#platform/http/same-site.ts'
import { parseLocale } from '#platform/languages.ts'
import { openCtx, type Services } from '#platform/open-ctx.ts'
import type { Locale } from '#platform/texts.ts'
import { faultLog } from './fault-log.ts'

/** The pages' data about a request beside its context: the session's person needs no second query. */
export type WebEnv = { Variables: HttpEnv['Variables'] & { person: SignedIn | null; client?: CallingClient } }

export type Site = { baseUrl: URL; trustProxy: boolean }

type RequestSurroundings = { services: Services; site: Site; rates: RateLimiter }

/** The context of a request: the caller (by cookie or bearer token), the site, the language. */
export async function requestCtx(
  c: Context<WebEnv>,
  around: RequestSurroundings,
  { organization, origin }: { organization: Organization; origin: string },
): Promise<Ctx> {
  const now = around.services.clock.now()
  const reference = referenceOf(c, around.site)
  const open = (session: SignedIn | null) => openFor(c, around, { organization, origin, now, session })
  c.set('person', null)
  if (!reference) return open(null)
  const { read } = around.services.database
  const visitor = { sql: read.within(organization.scope), unscoped: { sql: read }, now, organization }
  if (hasTestKeyPrefix(reference)) {
    const test = await resolveTestClient(
      { within: (ids) => read.within(ids), now, organization },
      reference,
      addressOf(c, around.site.trustProxy),
    )
    if (!test) throw identityErrors.clientUnknown()
    c.set('client', test.client)
    return openFor(c, around, { organization: test.organization, origin, session: null, client: test.client })
  }
  if (hasClientPrefix(reference)) {
    const client = await resolveClient(visitor, reference, addressOf(c, around.site.trustProxy))
    if (!client) throw identityErrors.clientUnknown()
    c.set('client', client)
    return openFor(c, around, { organization, origin, now, session: null, client })
  }
  // For a signed-in student's page this is the only additional query.
  const session = await resolveSession(visitor, reference)
  c.set('person', session)
  return open(session)
}

type Caller = {
  organization: Organization
  origin: string
  /** By default the time in the organization. */
  now?: Date
  session: SignedIn | null
  client?: CallingClient
}

function openFor(
  c: Context<WebEnv>,
  { services, site, rates }: RequestSurroundings,
  { organization, origin, now, session, client }: Caller,
): Ctx {
  const actor: Actor = client?.actor ?? session?.actor ?? { kind: 'anonymous' }
  const address = addressOf(c, site.trustProxy)
  // A person is one caller across all sessions; visitors behind one connection share its limits.
  const caller = callerOf(actor) ?? visitorOf(c, site)
  c.set('caller', caller)
  // Hono compares the whole context type, of which the log reads a part.
  const log = faultLog(c as unknown as Context<HttpEnv>, services.log)
  return openCtx(
    { ...services, log },
    {
      actor,
      organization,
      locale: localeOf(c, session?.locale),
      ...(now && { now }),
      signal: c.get('deadline'),
      admit: async (rate) => {
        const admitted = await rates.admits(rate, caller)
        setRateHeaders(c, rates.left?.(rate, caller))
        if (admitted) return
        throw errors.tooMany(await rates.wait(rate, caller))
      },
      request: requestOf(c, site, { address, origin }),
    },
  )
}

/** Adds the caller's limit to the headers of a call's response: the first one counted is that of the call. */
function setRateHeaders(c: Context<WebEnv>, rateLeft: RateLeft | null | undefined): void {
  const headers = c.get('headers')
  if (!rateLeft || !headers || headers.ratelimit || !c.req.path.startsWith('/api/')) return
  c.set('headers', { ...headers, ...rateHeaders(rateLeft) })
}

/** The name by which limits count a person or client; a client has its own budget. */
function callerOf(actor: Actor): string | null {
  if (actor.kind === 'client') return `client ${actor.client_id}`
  return actor.kind === 'user' ? `user ${actor.viewed_by ?? actor.user_id}` : null
}

/** The request's part of a context. The origin is that of a host of ours, never the header's text. */
function requestOf(
  c: Context<WebEnv>,
  site: Site,
  { address, origin }: Record<'address' | 'origin', string>,
): Ctx['request'] {
  let device: string | undefined
  return {
    id: c.get('requestId'),
    address,
    agent: c.req.header('user-agent') ?? '',
    origin,
    handle: bearerOf(c.req) ?? readStepCookie(site.baseUrl.origin, c.req.header('cookie')) ?? undefined,
    // Only sign-in uses it, and a new name costs random bytes.
    get device() {
      if (bearerOf(c.req)) return undefined
      device ??= deviceOf(c, site)
      return device
    },
  }
}

/** The session's reference: a bearer token for programs, else the cookie. */
export function referenceOf(c: Context, site: Site): string | null {
  return bearerOf(c.req) ?? readCookie(site.baseUrl.origin, c.req.header('cookie'))
}

/** A browser without a name gets one, and stores it if it signs in. */
function deviceOf(c: Context, site: Site): string {
  return readDeviceCookie(site.baseUrl.origin, c.req.header('cookie')) ?? newDevice()
}

function localeOf(c: Context, profile: Locale | undefined): Locale {
  const choice = readLocaleCookie(c.req.header('cookie')) ?? c.req.header('locale')
  if (choice) return parseLocale(choice)
  return profile ?? parseLocale(c.req.header('accept-language'))
}

/** The name by which limits count a visitor. */
export const visitorOf = (c: Context, { trustProxy }: Site): string =>
  `address ${addressBlock(addressOf(c, trustProxy))}`

function addressOf(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for') : undefined
  const socket = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket
  return lastAddress(forwarded, socket?.remoteAddress)
}
