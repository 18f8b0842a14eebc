import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Ctx } from '#platform/ctx.ts'
import type { Flash, Theme } from './frame.ts'

/** The visitor's chosen theme; `system` without a cookie. */
export function themeOf(c: Context): Theme {
  const cookie = getCookie(c, 'theme')
  return cookie === 'light' || cookie === 'dark' ? cookie : 'system'
}

/** Decided by the configured address: behind a proxy the request itself is plain http. */
const secure = (c: Context) => ((c.get('ctx') as Ctx | undefined)?.request.origin ?? c.req.url).startsWith('https:')

/** Stores a message for the next page (60 s at most). */
export function setFlashCookie(c: Context, flash: Flash): void {
  setCookie(c, 'flash', JSON.stringify(flash), {
    path: '/',
    maxAge: 60,
    httpOnly: true,
    sameSite: 'Lax',
    secure: secure(c),
  })
}

/** Whether a message is stored for the next page; reading it sets a cookie that clears it. */
export const hasFlash = (c: Context): boolean => Boolean(getCookie(c, 'flash'))

/** The message stored for this page, if any; it is shown once. */
export function consumeFlash(c: Context): Flash | null {
  const cookie = getCookie(c, 'flash')
  if (!cookie) return null
  setCookie(c, 'flash', '', { path: '/', maxAge: 0, secure: secure(c) })
  try {
    const { kind, text } = JSON.parse(cookie) as Flash
    return ['success', 'error', 'info'].includes(kind) && typeof text === 'string' ? { kind, text } : null
  } catch {
    return null
  }
}

/** Stores the visitor's choice of `light`, `dark` or `system` for a year. */
export function setThemeCookie(c: Context, theme: Theme): void {
  setCookie(c, 'theme', theme, { path: '/', maxAge: 31_536_000, httpOnly: true, sameSite: 'Lax', secure: secure(c) })
}
