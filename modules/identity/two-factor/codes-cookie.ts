import { findCookie, hostBound } from '#modules/identity/sessions/cookies.ts'
import type { Ctx } from '#platform/ctx.ts'
import { sealPort } from '#platform/ports.ts'

const nameOf = (origin: string) => hostBound(origin, 'waypost-codes')
const sealBinding = (user_id: number) => `recovery-codes:${user_id}`

/**
 * Carries new recovery codes over the redirect that ends sign-in, sealed and for five minutes: they are stored only as
 * hashes, and a plain form can't respond with a page.
 */
export function codesCookie(ctx: Ctx, user_id: number, codes: readonly string[] | null): string {
  const { origin } = ctx.request
  const ciphertext =
    codes &&
    ctx
      .use(sealPort)
      .seal(Buffer.from(codes.join(' ')), sealBinding(user_id))
      .toString('base64url')
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${nameOf(origin)}=${ciphertext ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${ciphertext ? 300 : 0}${secure}`
}

/** The codes in the browser's cookie, if they are this person's. */
export function readCodesCookie(ctx: Ctx, user_id: number, header: string | null | undefined): string[] | null {
  const cookie = findCookie(header, nameOf(ctx.request.origin))
  try {
    return cookie
      ? ctx.use(sealPort).open(Buffer.from(cookie, 'base64url'), sealBinding(user_id)).toString().split(' ')
      : null
  } catch {
    return null
  }
}
