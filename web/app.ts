import { type Context, Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { mediaRoutes, publicRoutes, uploadRoutes } from '#modules/catalogue/entry.ts'
import { saveMediaLibraryAttachment } from '#modules/catalogue/media/save-upload.ts'
import { clientUse } from '#modules/identity/clients/client-use.ts'
import {
  deviceCookies,
  localeCookie,
  oauthRoutes,
  pictureRoutes,
  resolveOrganization,
  sessionCookie,
  signInCookies,
  signInPaths,
  signOutPaths,
  type VisitedOrganization,
} from '#modules/identity/entry.ts'
import { identityErrors } from '#modules/identity/index.ts'
import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import { Aborted } from '#platform/db/errors.ts'
import { errors } from '#platform/errors.ts'
import { failureOf, retryAfterOf } from '#platform/http/failure.ts'
import type { Shares } from '#platform/http/fair-share.ts'
import { faultEvent } from '#platform/http/fault.ts'
import { securityHeaders } from '#platform/http/headers.ts'
import { addHealth, type Health } from '#platform/http/health.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { addOperations } from '#platform/http/operations.ts'
import type { RateLimiter } from '#platform/http/rate.ts'
import { hostOf, isSameSite } from '#platform/http/same-site.ts'
import { parseLocale } from '#platform/languages.ts'
import type { ObservedRequest } from '#platform/metrics/metrics.ts'
import type { Manifest } from '#platform/module.ts'
import type { Services } from '#platform/open-ctx.ts'
import { type AnyOperation, isBinary } from '#platform/operation.ts'
import type { Rate } from '#platform/rate-class.ts'
import type { AnyPage } from '#platform/web/page.ts'
import { dayIn } from '#platform/zone.ts'
import { addPages, failedRequest } from './add-pages.ts'
import { speakAddressLanguage } from './address-language.ts'
import { addApiDocs } from './api-docs.ts'
import { addChangedTexts, type IslandTexts } from './changed-texts.ts'
import { clientPackageRoutes } from './client-packages.ts'
import { requestCtx, type Site, visitorOf, type WebEnv } from './context.ts'
import { embedRoutes } from './embed/embed-script.ts'
import { respondToExpiredSession } from './expired-session.ts'
import { faultLog } from './fault-log.ts'
import { closedPage } from './layouts/errors.tsx'
import { loggedPath } from './logged-path.ts'
import { oneClickRoutes } from './one-click.ts'
import { addCertificateCheck, addReachProof, domainsOf, redirectToOwnDomain, refuseHost } from './own-domains.ts'
import { admitOwnSites } from './own-sites.ts'
import { redirectToSignIn } from './redirect-to-sign-in.ts'
import { returnToPage } from './return-to-page.ts'
import { sharePages } from './shared-pages.ts'
import { siteIconRoutes } from './site-icons.ts'
import { traceRequest } from './trace-request.ts'
import { findVisitedHost } from './visited-host.ts'
import { addWebhooks } from './webhooks.ts'

export type AppOptions = {
  services: Services
  site: Site
  manifests: readonly Manifest[]
  pages: readonly AnyPage[]
  rates: RateLimiter
  /** How concurrent requests share the process; without it each starts immediately. */
  shares?: Shares | undefined
  /** Whether the process accepts new work; false while it shuts down. */
  ready: () => boolean
  /** Numbers of this program's migrations. */
  migrations?: readonly number[]
  hasPeople?: Health['hasPeople']
  /** The time limits of requests in seconds. */
  deadlines?: { usual: number; file: number }
  /** Development-only routes: the mailbox, the simulated gateway and agency. */
  development?: (app: Hono<HttpEnv>) => void
  /** By default each island gets all changed texts. */
  islandTexts?: IslandTexts
  /** Counts each finished request, for /metrics. */
  observe?: ((request: ObservedRequest) => void) | undefined
  /** Adds /metrics, beside the health endpoints. */
  addMetrics?: ((app: Hono<HttpEnv>) => void) | undefined
  /** The built scripts, styles and fonts. */
  assets?: (app: Hono<HttpEnv>) => void
}

/** The whole product as one Hono app; the middleware runs in the order of these lines. */
export function createApp(options: AppOptions): Hono<HttpEnv> {
  const { services, site, manifests } = options
  // The only Hono router that allows a fixed part and a parameter at the same position.
  const app = new Hono<HttpEnv>({ router: new TrieRouter() })
  app.use(nameRequest)
  app.use(traceRequest)
  app.use(securityHeaders({ https: site.baseUrl.protocol === 'https:', isOwnDomain: domainsOf(services).isProved }))
  app.use(closeWhileDraining(options))
  // Load balancers ask every second, so no request is logged.
  addHealth(app, {
    ready: options.ready,
    migrations: options.migrations ?? [],
    database: services.database,
    hasPeople: options.hasPeople,
    log: services.log,
  })
  options.addMetrics?.(app)
  addCertificateCheck(app, options)
  app.use(logRequest(options))
  options.assets?.(app)
  options.development?.(app)
  addChangedTexts(app, options.islandTexts ?? (async () => undefined))
  app.use('/webhooks/*', limitSenders(options))
  addWebhooks(app, services)
  app.use(endInTime(options))
  app.use(redirectToOwnDomain(options))
  app.use(sharePages(options))
  app.use(resolveCaller(options))
  app.use(waitForTurn(options))
  app.use(speakAddressLanguage)
  app.use(admitOwnSites(manifests))
  app.use(refuseForeignSites)
  app.use('/api/*', returnToPage)
  app.use('/api/*', redirectToSignIn)
  addApiDocs(app, manifests)
  addOperations(app, manifests, { cookies: choiceCookies(site) })
  app.all('/api/*', (c) => refuse(c, errors.notFound()))
  app.route('/', publicRoutes())
  addReachProof(app, options)
  app.route('/', siteIconRoutes())
  app.route('/', embedRoutes())
  app.route('/', clientPackageRoutes())
  app.route('/', oneClickRoutes())
  app.route('/', oauthRoutes())
  app.route('/', mediaRoutes())
  app.route('/', uploadRoutes())
  app.route('/', pictureRoutes(services))
  addPages(app, options.pages)
  app.onError((error, c) => {
    const ctx = c.get('ctx') as HttpEnv['Variables']['ctx'] | undefined
    const log = ctx?.log ?? faultLog(c as Context<HttpEnv>, services.log.with({ request: c.get('requestId') }))
    return (isCall(c) ? refuse : failedRequest)(c as Context<HttpEnv>, error, log)
  })
  return app
}

/** The time limits in seconds, for ordinary requests and for those that upload or create a file. */
const usualDeadlines = { usual: 30, file: 300 }

/** A request that takes too long gets 503, and none of its transactions commits afterwards. */
function endInTime({ manifests, deadlines = usualDeadlines }: AppOptions) {
  const operations = manifests.flatMap(({ operations }) => operations)
  const paths = operations.filter(({ file, gives }) => file || isBinary(gives)).map(({ path }) => path)
  // A path may contain an id: '/report/run/{report}'.
  const files = [...paths, saveMediaLibraryAttachment.path].map(
    (path) => new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
  )
  return async (c: Context<HttpEnv>, next: () => Promise<void>) => {
    const isFile = files.some((path) => path.test(c.req.path)) || c.req.path.startsWith('/uploads/')
    const seconds = deadlines[isFile ? 'file' : 'usual']
    const deadline = new AbortController()
    c.set('deadline', deadline.signal)
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        deadline.abort()
        reject(Object.assign(errors.busy(), { cause: new Aborted() }))
      }, seconds * 1000)
    })
    await Promise.race([next(), timeout]).finally(() => clearTimeout(timer))
  }
}

/** A client with an open connection sends its next request to a process that stays. */
function closeWhileDraining({ ready }: Pick<AppOptions, 'ready'>) {
  return async (c: Context<HttpEnv>, next: () => Promise<void>) => {
    await next()
    if (!ready()) c.header('connection', 'close')
  }
}

/** The id identifies a request in the log and the audit log. */
function nameRequest(c: Context<HttpEnv>, next: () => Promise<void>) {
  c.set('requestId', crypto.randomUUID())
  c.set('startedAt', performance.now())
  c.set('fault', { yet: false })
  return next()
}

function logRequest({ services: { log }, observe }: AppOptions) {
  return async (c: Context<HttpEnv>, next: () => Promise<void>) => {
    const started = performance.now()
    await next()
    const ctx = c.get('ctx') as HttpEnv['Variables']['ctx'] | undefined
    const fields = {
      request: c.get('requestId'),
      organization: ctx?.organization.organization_id,
      method: c.req.method,
      path: loggedPath(c.req.path),
      status: c.res.status,
    }
    if (c.res.status === 503 && !c.get('fault').yet)
      faultLog(c, log.with({ request: c.get('requestId') })).warn(faultEvent, { cause: 'unavailable' })
    const ms = Math.round(performance.now() - started)
    observe?.({ path: c.req.path, method: fields.method, status: fields.status, seconds: ms / 1000 })
    log.info('request', { ...fields, ms })
  }
}

/** Finds organization, session and language; an unknown code redirects to the default one's host. */
function resolveCaller({ services, site, rates }: AppOptions) {
  return async (c: Context<HttpEnv>, next: () => Promise<void>) => {
    const host = await findVisitedHost(hostOf(c.req), site.baseUrl, domainsOf(services))
    if (!host) return refuseHost(c)
    const { code, origin } = host
    const organization = await resolveOrganization(services.database.read, code)
    if (!organization) return code === null ? c.text(noOrganizationText, 503) : c.redirect(site.baseUrl.href, 302)
    // Hono compares the whole context type, of which the step reads a part.
    const context = c as unknown as Context<WebEnv>
    c.set('ctx', await requestCtx(context, { services, site, rates }, { organization, origin }))
    if (organization.lk_organization_status_id !== organizationStatus.Active) return closedResponse(c, organization)
    if (context.get('client')) return admitClient(context, next)
    return (await respondToExpiredSession(c, site)) ?? next()
  }
}

/** Clients may call the API and nothing else. Every call counts, including refused ones. */
async function admitClient(c: Context<WebEnv>, next: () => Promise<void>) {
  const { actor, client_key_id, allowed } = c.get('client')!
  const { now, organization, use } = c.get('ctx')
  const { client_id, organization_id } = actor
  const count = (status: number) =>
    use(clientUse).count({
      client_id,
      organization_id,
      client_key_id,
      on_day: dayIn(organization.time_zone, now),
      refused: [401, 403, 429].includes(status),
      at: now,
    })
  if (allowed && isCall(c)) {
    await next()
    return count(c.res.status)
  }
  count(403)
  throw allowed ? errors.forbidden() : identityErrors.clientNetwork()
}

/** Gateways resend refused notifications; strangers' ones fail the signature check first. */
const webhookRate: Rate = { name: 'webhook', perMinute: 1_200, burst: 600 }

function limitSenders({ rates, site }: AppOptions) {
  return async (c: Context<HttpEnv>, next: () => Promise<void>) => {
    const sender = visitorOf(c, site)
    if (await rates.admits(webhookRate, sender)) return next()
    throw errors.tooMany(await rates.wait(webhookRate, sender))
  }
}

/** One caller's many requests wait behind each other, not in front of others' requests. */
function waitForTurn({ shares }: AppOptions) {
  return (c: Context<HttpEnv>, next: () => Promise<void>) => {
    if (!shares || c.get('hasTurn')) return next()
    const share = c.get('ctx').actor.kind === 'anonymous' ? shares.visitors : shares.people
    return share.run(c.get('caller'), next)
  }
}

/** Shown to a person who has just installed the product. */
const noOrganizationText =
  "There is no organization yet. Set ADMIN_EMAIL to the first Admin's email and run waypost migrate."

/** The site of an inactive or suspended organization. */
function closedResponse(c: Context<HttpEnv>, organization: VisitedOrganization) {
  c.get('fault').yet = true
  if (isCall(c)) return refuse(c, identityErrors.siteClosed())
  return closedPage(c, { locale: c.get('ctx').locale, organization })
}

/** Every change must come from our own pages or from a program; routes refuse a changing GET themselves. */
async function refuseForeignSites(c: Context<HttpEnv>, next: () => Promise<void>) {
  const safe = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
  return safe || isSameSite(c.req) ? next() : Promise.reject(errors.crossSite())
}

/** Calls that start or end a session, or choose a language, return it: our own pages store it as a cookie. */
const choiceCookies =
  (site: Site) =>
  (c: Context<HttpEnv>, { path }: AnyOperation, result: Record<string, unknown>): readonly string[] => {
    const { origin } = site.baseUrl
    if (signInPaths.has(path) && typeof result.token === 'string') {
      return [...signInCookies(origin, { ...result, token: result.token }), ...deviceCookies(c.get('ctx').request)]
    }
    if (signOutPaths.has(path)) return [sessionCookie(origin, null)]
    // The cookie wins over the profile, so a new choice must update it.
    return path === '/user/setLanguage' ? [localeCookie(origin, parseLocale(String(result.language)))] : []
  }

/** Programs accept JSON; a client that accepts anything else may be a person. */
const isCall = ({ req }: Pick<Context, 'req'>) => req.path.startsWith('/api/')

/** An error as JSON, even without a context. */
function refuse(c: Context<HttpEnv>, error: unknown, log = c.get('ctx').log): Response {
  const ctx = c.get('ctx') as HttpEnv['Variables']['ctx'] | undefined
  const failure = failureOf(error, ctx?.locale ?? parseLocale(c.req.header('accept-language')), log)
  return c.json(failure.body, failure.status as 400, retryAfterOf(failure))
}
