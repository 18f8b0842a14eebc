import { z } from 'zod'
import { findCookie, hostBound } from '#modules/identity/sessions/cookies.ts'

/** The visitor's input in the first of two steps; it proves nothing, and is never in an address. */
const Typed = z.object({ shopify_order_id: z.string().max(61), email: z.string().max(254) })
type Typed = z.output<typeof Typed>

const nameOf = (origin: string) => hostBound(origin, 'waypost-order')
const line = (origin: string, value: string, seconds: number) =>
  `${nameOf(origin)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${
    origin.startsWith('https:') ? '; Secure' : ''
  }`

/** The Set-Cookie line that stores it for a code's ten minutes. */
export const keepOrderTyped = (origin: string, typed: Typed): string =>
  line(origin, Buffer.from(JSON.stringify(typed)).toString('base64url'), 600)

export const forgetOrder = (origin: string): string => line(origin, '', 0)

export function readOrderTyped(origin: string, header: string | null): Typed | null {
  try {
    return Typed.parse(JSON.parse(Buffer.from(findCookie(header, nameOf(origin)) ?? '', 'base64url').toString('utf8')))
  } catch {
    return null
  }
}
