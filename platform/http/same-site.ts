import type { HonoRequest } from 'hono'

/**
 * Whether a changing request comes from our own page or a program. Browsers mark the origin with Sec-Fetch-Site and
 * Origin, for every content type; a foreign page can't use a program's bearer token. Any other authorization (such as a
 * proxy's password, which browsers send automatically) proves nothing.
 */
export function isSameSite(request: HonoRequest): boolean {
  if (bearerOf(request) !== null) return true
  const site = request.header('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') return false
  const origin = request.header('origin')
  // Pages with a secret in their address send no referrer: their forms have the origin 'null'.
  if (origin === 'null' && site === 'same-origin') return true
  if (origin) return URL.parse(origin)?.host === hostOf(request)
  return site !== undefined || request.header('cookie') === undefined
}

/** The requested host in lower case; '' if there is none. */
export const hostOf = (request: HonoRequest): string => (request.header('host') ?? '').toLowerCase()

/**
 * The token after `Bearer` in the authorization header, or null. The sender is a program, so its cookies are ignored.
 */
export const bearerOf = (request: HonoRequest): string | null =>
  /^Bearer +(\S*)$/i.exec(request.header('authorization') ?? '')?.[1] ?? null
