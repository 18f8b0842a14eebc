import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { requestLog } from '#platform/http/fault.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import type { Log } from '#platform/log.ts'
import { loggedPath } from './logged-path.ts'

/** The log of a request, whose first fault includes its route and the time until then. */
export const faultLog = (c: Context<HttpEnv>, log: Log): Log =>
  requestLog(log, () => ({ route: routeOf(c), ms: Math.round(performance.now() - c.get('startedAt')) }), c.get('fault'))

/** The declared route; the address if none was found yet. */
export function routeOf(c: Context<HttpEnv>): string {
  const route = routePath(c)
  return `${c.req.method} ${route.includes('*') ? loggedPath(c.req.path) : route}`
}
