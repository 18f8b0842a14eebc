import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from './operations.ts'

/** Security headers for every answer. Pages bring their own policy with a nonce; everything else may load nothing. */
export function securityHeaders({ https }: { https: boolean }): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    await next()
    const headers = c.res.headers
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    // Most answers are somebody's own; what may be kept says so itself.
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    headers.set('x-content-type-options', 'nosniff')
    if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    headers.set('cross-origin-opener-policy', 'same-origin')
    headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=()')
    if (https) headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains')
  }
}
