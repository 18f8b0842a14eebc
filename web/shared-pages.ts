import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { readRevision } from '#modules/catalogue/entry.ts'
import { readLocaleCookie, resolveOrganization, type VisitedOrganization } from '#modules/identity/entry.ts'
import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import { supportSettingsOf } from '#modules/settings/index.ts'
import { acceptedEncoding, type Encoding, varyByEncoding } from '#platform/http/encoding.ts'
import type { Shares } from '#platform/http/fair-share.ts'
import { plainResponse } from '#platform/http/headers.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { hostOf } from '#platform/http/same-site.ts'
import { parseLocale } from '#platform/languages.ts'
import type { Services } from '#platform/open-ctx.ts'
import { openRecentMap } from '#platform/recent-map.ts'
import { type Locale, textsRevision } from '#platform/texts.ts'
import { sharedPolicy } from '#platform/web/csp.ts'
import { type Site, visitorOf } from './context.ts'
import { domainsOf } from './own-domains.ts'
import { findVisitedHost } from './visited-host.ts'
import { isVisitor } from './visitor-cookies.ts'

/** The pages that are the same for every visitor, and the query fields they depend on. */
const shared: readonly (readonly [RegExp, ReadonlySet<string>])[] = [
  [/^\/$/, new Set(['lang', 'org_code', 'course_website_id'])],
  [
    /^\/courses\/search\/?$/,
    new Set(['sort_by', 'lk_state_id', 'lk_language_id', 'page', 'lang', 'org_code', 'course_website_id']),
  ],
  [/^\/course\/details\/[1-9]\d{0,8}\/?$/, new Set(['tab', 'lang', 'org_code', 'course_website_id'])],
]
/** Notices start and end by the clock, which changes no revision. */
const cachedForMs = 30_000
/** Rendered at most every half minute, so it is worth more compression than a single response. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

type Encodings = Record<Encoding | 'identity', Uint8Array<ArrayBuffer>>
type SharedPage = { at: number; etag: string; policy: string; bodies: Encodings }
type Options = { services: Services; site: Site; shares?: Shares | undefined }
/** A longer page is rendered each time: 300 of them must not fill the memory. */
const maxLength = 200_000

/**
 * Serves the catalogue's pages from memory to visitors without session and cart. Each request reads the catalogue's
 * revision, and a page is valid as long as its revision is current. Intermediate caches may keep pages for half a
 * minute, by cookies and language. A shared page holds no nonce: its scripts are allowed by their address and its style
 * by its hash.
 */
export function sharePages({ services, site, shares }: Options): MiddlewareHandler<HttpEnv> {
  const inTurn = shares?.visitors.run ?? ((_: string, work: () => Promise<void>) => work())
  const pages = openRecentMap<string, SharedPage>(300)
  return async (c, next) => {
    const organization = isShared(c) ? await findVisited(c, services, site) : null
    if (!organization) return next()
    const revision = await readRevision(services.database.read, organization.organization_id)
    const { organization_id, above = [] } = organization
    const scoped = services.database.read.within(organization.scope)
    const { phone } = await supportSettingsOf(scoped, [organization_id, ...above])
    const key = keyOf(c, organization, revision, phone)
    const cached = freshOrNull(pages.get(key))
    if (cached) return answer(c, cached)
    await inTurn(visitorOf(c, site), async () => {
      // Another request may have rendered it in the meantime.
      const recent = freshOrNull(pages.get(key))
      if (recent) return replace(c, recent)
      c.set('hasTurn', true)
      c.set('uncompressed', true)
      await next()
      const page = await takeDrawn(c, site)
      if (!page) return
      if (lengthOf(page.bodies) <= maxLength) pages.set(key, page)
      replace(c, page)
    })
  }
}

const freshOrNull = (page: SharedPage | undefined) => (page && performance.now() - page.at < cachedForMs ? page : null)

function replace(c: Context<HttpEnv>, page: SharedPage): void {
  c.res = undefined
  c.res = answer(c, page)
}

async function findVisited(c: Context, services: Services, { baseUrl }: Site): Promise<VisitedOrganization | null> {
  const host = await findVisitedHost(hostOf(c.req), baseUrl, domainsOf(services))
  const organization = host && (await resolveOrganization(services.database.read, host.code))
  return organization?.lk_organization_status_id === organizationStatus.Active ? organization : null
}

function isShared({ req }: Context): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false
  const sharedPage = shared.find(([path]) => path.test(req.path))?.[1]
  if (!sharedPage || req.header('authorization') !== undefined || req.header('locale') !== undefined) return false
  if (!isVisitor(req.header('cookie'))) return false
  return !req.url.includes('?') || [...new URL(req.url).searchParams.keys()].every((name) => sharedPage.has(name))
}

/** Everything that the page depends on besides the catalogue's rows, which the revision covers. */
function keyOf({ req }: Context, organization: VisitedOrganization, revision: string, phone: string | null): string {
  const { organization_id, name, logo, brand_color, email, public_phone, time_zone } = organization
  const brand = [textsRevision(), organization_id, name, logo, brand_color, email, phone ?? public_phone, time_zone]
  return JSON.stringify([revision, req.url, hostOf(req), localeOf(req), themeOf(req), ...brand])
}

const localeOf = (req: Context['req']): Locale =>
  parseLocale(readLocaleCookie(req.header('cookie')) ?? req.query('lang') ?? req.header('accept-language'))

const themeOf = (req: Context['req']) => /(?:^|;\s*)theme=(light|dark)/.exec(req.header('cookie') ?? '')?.[1] ?? ''

/** The rendered page without the visitor's own data, or null if it must not be shared. */
async function takeDrawn(c: Context, { baseUrl }: Site): Promise<SharedPage | null> {
  const { res } = c
  const nonce = /'nonce-([^']+)'/.exec(res.headers.get('content-security-policy') ?? '')?.[1]
  const isPage = res.status === 200 && (res.headers.get('content-type') ?? '').startsWith('text/html')
  if (!isPage || !nonce || res.headers.has('set-cookie')) return null
  const html = (await res.clone().text()).replaceAll(` nonce="${nonce}"`, '').replace(nonceOfVite, '')
  // The development server's scripts aren't allowed by their address.
  if (/<script[^>]* src="(?!\/assets\/)/.test(html)) return null
  const bytes = new Uint8Array(Buffer.from(html))
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  const bodies = { identity: bytes, br: brotliCompressSync(bytes, brotli), gzip: gzipSync(bytes) }
  const assetPrefix = `${baseUrl.protocol}//${hostOf(c.req)}/assets/`
  return { at: performance.now(), etag, policy: sharedPolicy(html, assetPrefix), bodies }
}

const lengthOf = (bodies: Encodings) => Object.values(bodies).reduce((sum, { length }) => sum + length, 0)

/** It would reveal the nonce to scripts. */
const nonceOfVite = '<meta property="csp-nonce"/>'

function answer(c: Context<HttpEnv>, { etag, policy, bodies }: SharedPage): Response {
  const headers = {
    etag,
    'content-security-policy': policy,
    'cache-control': 'public, max-age=0, s-maxage=30, stale-while-revalidate=30',
    vary: varyByEncoding('Accept-Language, Cookie'),
  }
  const etags = (c.req.header('if-none-match') ?? '')
    .split(',')
    .map((cookie) => cookie.trim().replace(/^(?!W\/)/, 'W/'))
  if (etags.includes(etag) || etags.includes('W/*')) return plainResponse(c, null, 304, headers)
  const encoding = acceptedEncoding(c.req.header('accept-encoding'), ['br', 'gzip'])
  return plainResponse(c, bodies[encoding ?? 'identity'], 200, {
    ...headers,
    ...(encoding && { 'content-encoding': encoding }),
    'content-type': 'text/html; charset=utf-8',
  })
}
