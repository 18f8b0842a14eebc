import type { Context, MiddlewareHandler } from 'hono'
import { compressResponse } from './compress.ts'
import type { HttpEnv } from './http-env.ts'

/** Headers of every response. Pages set their own policy with a nonce; everything else may load nothing. */
const baseHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Most responses are personal; cacheable ones set this header themselves.
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}
const tlsHeaders = { ...baseHeaders, 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
/** For a domain that is not ours: its other hosts, and its time after us, are its owner's. */
const ownDomainHeaders = { ...baseHeaders, 'strict-transport-security': 'max-age=86400' }
/** Headers that a response may override. */
const overridable: ReadonlySet<string> = new Set(['content-security-policy', 'cache-control', 'referrer-policy'])

type HeaderOptions = {
  https: boolean
  /** Whether a host is an organization's own domain. */
  isOwnDomain?: (hostname: string) => boolean
}

/** Security headers, and the request's id, for every response. */
export function securityHeaders({ https, isOwnDomain }: HeaderOptions): MiddlewareHandler<HttpEnv> {
  const commonOf = (url: string) => (isOwnDomain?.(new URL(url).hostname) ? ownDomainHeaders : tlsHeaders)
  return async (c, next) => {
    const common = https ? commonOf(c.req.url) : baseHeaders
    c.set('headers', { ...common, 'x-request-id': c.get('requestId') })
    await next()
    const extraHeaders = c.get('headers')
    if (!extraHeaders) return
    const { headers } = c.res
    for (const name in extraHeaders)
      if (!overridable.has(name) || !headers.has(name)) headers.set(name, extraHeaders[name]!)
  }
}

/**
 * A response with its own and the common headers as one plain record, which Node's adapter writes unchanged; headers
 * set later on `Headers` are checked, sorted and copied again, which costs as much as the whole route. For responses
 * without cookies, which need a header more than once. HTML and JSON are compressed if that is safe.
 */
export function plainResponse(
  c: Context<HttpEnv>,
  body: string | Uint8Array<ArrayBuffer> | null,
  status: number,
  ownHeaders: Readonly<Record<string, string>>,
): Response {
  const headers = { ...c.get('headers'), ...ownHeaders }
  c.set('headers', undefined)
  if (body === null || c.get('uncompressed')) return new Response(body, { status, headers })
  const encoded = compressResponse(c.req, body, headers)
  return new Response(encoded.body, { status, headers: encoded.headers })
}
