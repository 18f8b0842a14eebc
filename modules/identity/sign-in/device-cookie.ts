import { findCookie, hostBound } from '#modules/identity/sessions/cookies.ts'
import { isReference, newReference } from '#modules/identity/sessions/reference.ts'
import type { Ctx } from '#platform/ctx.ts'

const nameOf = (origin: string) => hostBound(origin, 'waypost-device')
const year = 365 * 24 * 60 * 60

/** A new name for a browser without one. */
export const newDevice = newReference

/** The name of a browser that has signed in before, or null. It proves nothing and only reduces suspicion. */
export function readDeviceCookie(origin: string, header: string | null | undefined): string | null {
  const device = findCookie(header, nameOf(origin)) ?? ''
  return isReference(device) ? device : null
}

/** The Set-Cookie lines that store the device of a request that has signed in. */
export function deviceCookies({ device, origin }: Ctx['request']): string[] {
  if (!device) return []
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return [`${nameOf(origin)}=${device}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${year}${secure}`]
}
