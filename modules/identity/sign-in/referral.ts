import { findCookie, hostBound } from '#modules/identity/sessions/cookies.ts'
import { decodeId, decodeIds } from '#platform/ids.ts'

/**
 * What a link of staff leads to and who gave it: attribution for a sale and nothing else. The ids are encoded, not
 * secret, so no right and no discount may ever follow from them.
 */
export type Referral = {
  /** Courses that the link puts before the visitor. */
  cart: number[]
  referrer: { role: 'administrator' | 'instructor'; user_id: number } | null
}

type Given = Readonly<Record<string, string | undefined>>

const days30 = 30 * 24 * 60 * 60
const nameOf = (origin: string) => hostBound(origin, 'waypost-referral')

/** The referral that the query of `/login?cart=…&administrator=…` (or `&instructor=…`) holds, or null. */
export function referralOf({ cart = '', administrator, instructor }: Given): Referral | null {
  const role = administrator ? 'administrator' : 'instructor'
  const user_id = decodeId(administrator ?? instructor ?? '')
  const courses = decodeIds(cart)?.slice(0, 50) ?? []
  if (user_id === null && courses.length === 0) return null
  return { cart: courses, referrer: user_id === null ? null : { role, user_id } }
}

/** The Set-Cookie line that keeps the referral of a query until checkout. */
export function referralCookie(origin: string, { cart = '', administrator = '', instructor = '' }: Given): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const kept = new URLSearchParams({ cart, administrator, instructor }).toString()
  return `${nameOf(origin)}=${kept}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${days30}${secure}`
}

/** The referral that the browser kept, read with the same care as the link. */
export function readReferral(origin: string, header: string | null | undefined): Referral | null {
  const kept = new URLSearchParams(findCookie(header, nameOf(origin)) ?? '')
  const given = ['cart', 'administrator', 'instructor'].map((name) => [name, kept.get(name) || undefined])
  return referralOf(Object.fromEntries(given))
}
