import { findCookie, hostBound } from '#modules/identity/sessions/cookies.ts'
import { decodeId, decodeIds } from '#platform/ids.ts'

/**
 * The target and author of a staff link: attribution for a sale, nothing else. The ids are encoded, not secret, so they
 * must never grant rights or discounts.
 */
export type Referral = {
  /** Courses that the link suggests. */
  cart: number[]
  referrer: { role: 'administrator' | 'instructor'; user_id: number } | null
}

type CookieValues = Readonly<Record<string, string | undefined>>

const thirtyDays = 30 * 24 * 60 * 60
const nameOf = (origin: string) => hostBound(origin, 'waypost-referral')

/** The referral in the query of `/login?cart=…&administrator=…` (or `&instructor=…`), or null. */
export function referralOf({ cart = '', administrator, instructor }: CookieValues): Referral | null {
  const role = administrator ? 'administrator' : 'instructor'
  const user_id = decodeId(administrator ?? instructor ?? '')
  const courses = decodeIds(cart)?.slice(0, 50) ?? []
  if (user_id === null && courses.length === 0) return null
  return { cart: courses, referrer: user_id === null ? null : { role, user_id } }
}

/** The Set-Cookie line that stores a query's referral until checkout. */
export function referralCookie(
  origin: string,
  { cart = '', administrator = '', instructor = '' }: CookieValues,
): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const query = new URLSearchParams({ cart, administrator, instructor }).toString()
  return `${nameOf(origin)}=${query}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${thirtyDays}${secure}`
}

/** The referral stored by the browser, validated like the link. */
export function readReferral(origin: string, header: string | null | undefined): Referral | null {
  const query = new URLSearchParams(findCookie(header, nameOf(origin)) ?? '')
  const entries = ['cart', 'administrator', 'instructor'].map((name) => [name, query.get(name) || undefined])
  return referralOf(Object.fromEntries(entries))
}
