import type { Locale } from '#platform/texts.ts'

// A sibling's site can't set a __Host- cookie, but browsers accept that name only over https.
export const hostBound = (origin: string, name: string) => (origin.startsWith('https:') ? `__Host-${name}` : name)
const nameOf = (origin: string) => hostBound(origin, 'waypost')
const stepName = (origin: string) => hostBound(origin, 'waypost-step')

/** Paths whose returned `token` becomes the calling browser's cookie. */
export const signInPaths: ReadonlySet<string> = new Set([
  '/user/login',
  '/user/register',
  '/user/createUserFromSignup',
  '/user/createUserFromCheckout',
  '/user/setPassword',
  '/user/login/social',
  '/user/googleLogin',
  '/user/facebookLogin',
  '/user/login/shopify-order',
  '/user/login/link',
  '/user/invitation/accept',
  '/user/verify2faToken',
  '/user/passkey/signIn',
  '/user/viewAs',
  '/user/viewAs/exit',
  '/user/switchAccount',
  '/user/refreshToken',
  // A proof renews the reference.
  '/user/prove',
  // A guest who pays becomes a student.
  '/payment/process',
  '/order/guestCheckout',
])
/** Paths that end the browser's session. */
export const signOutPaths: ReadonlySet<string> = new Set(['/user/logout'])

/**
 * The Set-Cookie line of a session reference on the site `origin`; a null token deletes the cookie. Without
 * `expires_at` it ends with the browser (the server's own limits apply in any case).
 */
export function sessionCookie(origin: string, token: string | null, expires_at: Date | null = null): string {
  const expiry = expires_at ? `; Expires=${expires_at.toUTCString()}` : ''
  const lifetime = token === null ? '; Max-Age=0' : expiry
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${nameOf(origin)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax${secure}${lifetime}`
}

type SignInResult = { needs2fa?: unknown; token: string; isRememberMe?: unknown; expires_at?: unknown }

/** The Set-Cookie lines for a sign-in result: a session, or the handle of the next step. */
export function signInCookies(origin: string, { needs2fa, token, isRememberMe, expires_at }: SignInResult): string[] {
  if (needs2fa === true) return [stepCookie(origin, token)]
  const expires = isRememberMe === true ? new Date(String(expires_at)) : null
  return [sessionCookie(origin, token, expires), stepCookie(origin, null)]
}

/** The handle between a first proof and a session. Five minutes; a null handle deletes the cookie. */
const stepCookie = (origin: string, handle: string | null): string =>
  `${stepName(origin)}=${handle ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${handle ? 300 : 0}${
    origin.startsWith('https:') ? '; Secure' : ''
  }`

export const readStepCookie = (origin: string, header: string | null | undefined): string | null =>
  findCookie(header, stepName(origin))

/** The session reference in a Cookie header sent to the site `origin`, or null. */
export function readCookie(origin: string, header: string | null | undefined): string | null {
  return findCookie(header, nameOf(origin))
}

/** The Set-Cookie line (a year) for the visitor's language; `readLocaleCookie` reads it. */
export const localeCookie = (origin: string, locale: Locale): string =>
  `locale=${locale}; Path=/; SameSite=Lax; Max-Age=31536000${origin.startsWith('https:') ? '; Secure' : ''}`

/** The visitor's chosen language on this device, as text for `parseLocale`, or null. */
export const readLocaleCookie = (header: string | null | undefined): string | null => findCookie(header, 'locale')

export function findCookie(header: string | null | undefined, name: string): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const pair = pairs.find((candidate) => candidate.startsWith(`${name}=`))
  return pair ? pair.slice(name.length + 1) || null : null
}
