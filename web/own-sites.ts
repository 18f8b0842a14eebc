import type { Context } from 'hono'
import { listProvedOrigins } from '#modules/identity/entry.ts'
import { errors } from '#platform/errors.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import type { Manifest } from '#platform/module.ts'

const exposedHeaders = 'Retry-After, RateLimit, RateLimit-Policy, X-Request-Id'

/**
 * Lets pages of the organization's own, proved sites read the calls that declare it (`sites`), and pictures of the
 * catalogue. Never with credentials: such a page reads only data that every visitor sees.
 */
export function admitOwnSites(manifests: readonly Manifest[]) {
  const calls = manifests.flatMap(({ operations }) => operations).filter(({ sites }) => sites === 'proved')
  const open = [...calls.map(({ path }) => new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)), /^\/media\//]
  return async (c: Context<HttpEnv>, next: () => Promise<void>) => {
    if (!open.some((path) => path.test(c.req.path))) return next()
    const origin = c.req.header('origin')
    const isProved = origin !== undefined && (await listProvedOrigins(c.get('ctx'))).includes(origin)
    if (c.req.method === 'OPTIONS') {
      if (!isProved) throw errors.crossSite()
      return c.body(null, 204, {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'Accept-Language, If-None-Match',
        'access-control-max-age': '600',
        vary: 'Origin',
      })
    }
    await next()
    // Set even without an origin, so that a cache never serves this response to another site.
    c.res.headers.append('vary', 'Origin')
    if (!isProved) return
    c.res.headers.set('access-control-allow-origin', origin)
    c.res.headers.set('access-control-expose-headers', exposedHeaders)
  }
}
