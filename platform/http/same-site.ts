import type { HonoRequest } from 'hono'

/**
 * Whether a request that changes something comes from our own page or from a program.
 * Browsers say where a request comes from by Sec-Fetch-Site and Origin, for every content type;
 * a program with a bearer reference carries nothing that a foreign page could borrow. Any other authorization (a
 * proxy's password, which browsers send by themselves) proves nothing.
 */
export function isSameSite(request: HonoRequest): boolean {
  if (bearerOf(request) !== null) return true
  const site = request.header('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') return false
  const origin = request.header('origin')
  // Pages with a secret in their address send no referrer: their forms come with the origin 'null'.
  if (origin === 'null' && site === 'same-origin') return true
  if (origin) return URL.parse(origin)?.host === hostOf(request)
  return site !== undefined || request.header('cookie') === undefined
}

/** The host that the request names, in lower case; '' where it names none. */
export const hostOf = (request: HonoRequest): string => (request.header('host') ?? '').toLowerCase()

/** What follows `Bearer` in the header authorization, or null. The sender is a program: its cookies are ignored. */
export const bearerOf = (request: HonoRequest): string | null =>
  /^Bearer +(\S*)$/i.exec(request.header('authorization') ?? '')?.[1] ?? null
