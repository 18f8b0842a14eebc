import type { Context } from 'hono'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { traced } from '#platform/traces/traced.ts'
import { routeOf } from './fault-log.ts'

/** Health checks and scrapes are not traced: there is one each second. */
const untraced = new Set(['/healthz', '/readyz', '/metrics'])

/** A span for each request, in the caller's trace if it sent W3C's `traceparent`; the response names the span. */
export function traceRequest(c: Context<HttpEnv>, next: () => Promise<void>): Promise<void> {
  if (untraced.has(c.req.path)) return next()
  const traceparent = c.req.header('traceparent')
  const attributes = { 'http.request.method': c.req.method, 'waypost.request_id': c.get('requestId') }
  return traced({ kind: 'request', name: c.req.method, traceparent, attributes }, async (span) => {
    await next()
    if (!span) return
    const route = routeOf(c)
    span.rename(route)
    span.set({ 'http.route': route.slice(route.indexOf(' ') + 1), 'http.response.status_code': c.res.status })
    if (c.res.status >= 500) span.fail()
    c.header('traceparent', span.traceparent)
  })
}
