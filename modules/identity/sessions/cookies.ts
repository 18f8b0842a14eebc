import type { Locale } from '../../../platform/texts.ts'

// A __Host- name cannot be set by a sibling's site, but browsers take it over https only.
const nameOf = (origin: string) => (origin.startsWith('https:') ? '__Host-waypost' : 'waypost')

/** Paths whose answer's `token` becomes the cookie of the browser that called. */
export const signsIn: ReadonlySet<string> = new Set([
  '/user/login',
  '/user/register',
  '/user/createUserFromSignup',
  '/user/createUserFromCheckout',
  '/user/setPassword',
  // A guest who pays becomes a student.
  '/payment/process',
])
/** Paths after which the browser holds no session. */
export const signsOut: ReadonlySet<string> = new Set(['/user/logout'])

/**
 * The Set-Cookie line of a session reference on the site `origin`; a null token takes the cookie away.
 * Without `expires_at` it ends with the browser (the server's own limits hold in any case).
 */
export function sessionCookie(origin: string, token: string | null, expires_at: Date | null = null): string {
  const life = token === null ? '; Max-Age=0' : expires_at ? `; Expires=${expires_at.toUTCString()}` : ''
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${nameOf(origin)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax${secure}${life}`
}

/** The session reference in a Cookie header sent to the site `origin`, or null. */
export function readCookie(origin: string, header: string | null | undefined): string | null {
  return find(header, nameOf(origin))
}

/** The Set-Cookie line (a year) of the language that a visitor chose; `readLocaleCookie` reads it. */
export const localeCookie = (origin: string, locale: Locale): string =>
  `locale=${locale}; Path=/; SameSite=Lax; Max-Age=31536000${origin.startsWith('https:') ? '; Secure' : ''}`

/** The language that the visitor chose on this device, as text for `parseLocale`, or null. */
export const readLocaleCookie = (header: string | null | undefined): string | null => find(header, 'locale')

function find(header: string | null | undefined, name: string): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const found = pairs.find((pair) => pair.startsWith(`${name}=`))
  return found ? found.slice(name.length + 1) || null : null
}
