import type { Context, Hono, MiddlewareHandler } from 'hono'
import { reachPath, readLocaleCookie, resolveOrganization } from '#modules/identity/entry.ts'
import { type DomainDirectory, ownDomains } from '#modules/identity/organizations/domain-directory.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { hostOf } from '#platform/http/same-site.ts'
import { parseLocale } from '#platform/languages.ts'
import type { Services } from '#platform/open-ctx.ts'
import { type SiteUrl, siteUrlPort } from '#platform/ports.ts'
import { localText, texts } from '#platform/texts.ts'
import type { Site } from './context.ts'
import { findVisitedHost, mayHaveCertificate } from './visited-host.ts'
import { isVisitor } from './visitor-cookies.ts'

const hostTexts = texts({
  unknown: [
    'This address is not connected to a site. If it is yours, finish the setup of your domain.',
    'Esta dirección no está conectada a ningún sitio. Si es suya, termine de configurar su dominio.',
  ],
})

type Options = { services: Services; site: Site }

export const domainsOf = ({ ports }: Services): DomainDirectory => ports.get(ownDomains.port) as DomainDirectory
const siteUrlOf = ({ ports }: Services): SiteUrl => ports.get(siteUrlPort.port) as SiteUrl

/** The response to a host that belongs to no organization: nothing of any site, and nothing to cache. */
export function refuseHost(c: Context<HttpEnv>): Response {
  const locale = parseLocale(readLocaleCookie(c.req.header('cookie')) ?? c.req.header('accept-language'))
  const message = localText(locale, hostTexts, 'unknown')
  c.header('cache-control', 'no-store')
  return c.req.path.startsWith('/api/')
    ? c.json({ error: true, code: 'UNKNOWN_HOST', message }, 421)
    : c.text(`${message}\n`, 421)
}

/** Long enough for search engines; browsers must not follow it forever after the domain is removed. */
const redirectCache = 'private, max-age=600'

/**
 * Leads visitors from an organization's host below this installation's to its live own domain. Only pages, and only for
 * browsers without a cart, a session or a form in progress on the old host; `?here=1` stays, for passkeys made there.
 */
export function redirectToOwnDomain({ services, site }: Options): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (!isPageOfVisitor(c)) return next()
    const host = await findVisitedHost(hostOf(c.req), site.baseUrl, domainsOf(services))
    if (!host?.code) return next()
    const { pathname, search } = new URL(c.req.url)
    const canonical = siteUrlOf(services)(host.code, '')
    const isCanonical = host.origin === canonical && !hasFinalDot(hostOf(c.req))
    // An own domain that isn't live yet serves its pages itself.
    if (isCanonical || (host.isOwn && host.origin !== canonical)) return next()
    if (!host.isOwn && !domainsOf(services).linkHostOf(host.code)) return next()
    c.header('cache-control', redirectCache)
    c.header('vary', 'Cookie')
    return c.redirect(canonical + pathname + search, 301)
  }
}

const hasFinalDot = (host: string) => /\.(?::\d+)?$/.test(host)

/** Paths that aren't pages of a visitor, and pages whose address may have a code or token, which stays on its host. */
const otherPaths =
  /^\/(?:(?:api|assets|media|uploads|pictures|embed|dev|hand-over|change-password|confirm-email|invitation|\.well-known)(?:[/.]|$)|login\/)/

function isPageOfVisitor({ req }: Context): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false
  if (otherPaths.test(req.path) || /\.\w{2,11}$/.test(req.path) || req.header('authorization') !== undefined)
    return false
  if (req.query('here') !== undefined) return false
  const destination = req.header('sec-fetch-dest')
  return (destination === undefined || destination === 'document') && isVisitor(req.header('cookie'))
}

/** An own domain's answer to the check of whether it leads to this installation. */
export function addReachProof(app: Hono<HttpEnv>, { services, site }: Options): void {
  app.get(reachPath, async (c) => {
    const host = await findVisitedHost(hostOf(c.req), site.baseUrl, domainsOf(services))
    const domain = host?.isOwn ? await domainsOf(services).find(new URL(host.origin).hostname) : null
    return domain ? c.text(domain.proof, 200, { 'cache-control': 'no-store' }) : c.text('', 404)
  })
}

/**
 * `GET /certificate-check?domain=`: whether a proxy that makes certificates on demand may make one for a host (200) or
 * not (404). Asked under any host, before a host has a certificate.
 */
export function addCertificateCheck(app: Hono<HttpEnv>, { services, site }: Options): void {
  const hasSite = async (code: string) => (await resolveOrganization(services.database.read, code)) !== null
  app.get('/certificate-check', async (c) => {
    const name = (c.req.query('domain') ?? '').toLowerCase()
    const may = await mayHaveCertificate(name, site.baseUrl, { domains: domainsOf(services), hasSite })
    return c.text(may ? 'yes' : 'no', may ? 200 : 404, { 'cache-control': 'no-store' })
  })
}
