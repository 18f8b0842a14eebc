import type { HonoRequest } from 'hono'

/**
 * Whether a request that changes something comes from our own page or from a program.
 * Browsers say where a request comes from by Sec-Fetch-Site and Origin, whatever its content type;
 * a program with a bearer reference carries nothing that a foreign page could borrow.
 */
export function isSameSite(request: HonoRequest, host: string): boolean {
  if (request.header('authorization')) return true
  const site = request.header('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') return false
  const origin = request.header('origin')
  if (origin) return hostOf(origin) === host
  return site !== undefined || request.header('cookie') === undefined
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}
