import { hash, randomBytes } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { z } from '#platform/schema.ts'

/** The cart's owner: a signed-in student, or the holder of the guest's secret. */
export type Shopper = { user_id: number } | { guest_hash: Buffer }

/** Creates a guest_id. It is the secret itself (256 bits): its holder owns the guest's cart. */
export const newGuestId = (): string => randomBytes(32).toString('base64url')

/** The hash that is stored for a guest_id. */
export const hashGuestId = (guest_id: string): Buffer => hash('sha256', guest_id, 'buffer')

export const guestId = () => z.string().regex(/^[\w-]{43}$/)

/** The owner of a call's cart, or null for a visitor without a cart. A session always wins over a guest_id. */
export function shopperOf({ actor }: Pick<Ctx, 'actor'>, guest_id: string | null | undefined): Shopper | null {
  if (actor.kind === 'user') return { user_id: actor.user_id }
  return guest_id ? { guest_hash: hashGuestId(guest_id) } : null
}

// Sites on sibling domains can't set a __Host- cookie, but browsers accept the prefix only over https.
const cookieName = (origin: string) => (origin.startsWith('https:') ? '__Host-cart' : 'cart')

/** The Set-Cookie line (30 days) of a guest_id on the site `origin`; null deletes the cookie. */
export function guestCookie(origin: string, guest_id: string | null): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const maxAge = guest_id === null ? 0 : 2_592_000
  return `${cookieName(origin)}=${guest_id ?? ''}; Path=/; HttpOnly; SameSite=Lax${secure}; Max-Age=${maxAge}`
}

/** The guest_id in a Cookie header sent to the site `origin`, or null. */
export function readGuestCookie(origin: string, header: string | null | undefined): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${cookieName(origin)}=`))?.slice(cookieName(origin).length + 1)
  return value && guestId().safeParse(value).success ? value : null
}
