import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Ctx } from '#platform/ctx.ts'
import type { Flash, Theme } from './frame.ts'

/** The theme that the visitor chose; `system` where there is no cookie. */
export function themeOf(c: Context): Theme {
  const wanted = getCookie(c, 'theme')
  return wanted === 'light' || wanted === 'dark' ? wanted : 'system'
}

/** By the address that the server is configured for: behind a proxy the request itself comes over plain http. */
const secure = (c: Context) => ((c.get('ctx') as Ctx | undefined)?.request.origin ?? c.req.url).startsWith('https:')

/** Keeps a sentence for the next page that is shown (60 s at most). */
export function leaveFlash(c: Context, flash: Flash): void {
  setCookie(c, 'flash', JSON.stringify(flash), {
    path: '/',
    maxAge: 60,
    httpOnly: true,
    sameSite: 'Lax',
    secure: secure(c),
  })
}

/** Whether a sentence was kept for the next page; the reader sets a cookie that clears it. */
export const hasFlash = (c: Context): boolean => Boolean(getCookie(c, 'flash'))

/** The sentence kept for this page, if there is one; it is shown once. */
export function takeFlash(c: Context): Flash | null {
  const kept = getCookie(c, 'flash')
  if (!kept) return null
  setCookie(c, 'flash', '', { path: '/', maxAge: 0, secure: secure(c) })
  try {
    const { kind, text } = JSON.parse(kept) as Flash
    return ['success', 'error', 'info'].includes(kind) && typeof text === 'string' ? { kind, text } : null
  } catch {
    return null
  }
}

/** A year; the visitor's choice of `light`, `dark` or `system`. */
export function keepTheme(c: Context, theme: Theme): void {
  setCookie(c, 'theme', theme, { path: '/', maxAge: 31_536_000, httpOnly: true, sameSite: 'Lax', secure: secure(c) })
}
