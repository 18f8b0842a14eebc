import type { MiddlewareHandler } from 'hono'
import { refusedDownload } from '#platform/download-words.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { hostOf } from '#platform/http/same-site.ts'
import { setFlashCookie } from '#platform/web/cookies.ts'

/**
 * For a person, not a program, who follows a link to a call's file, or submits a form that returns one, without
 * scripts: a refusal leads back to the previous page, which explains it.
 */
export const returnToPage: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  const follows = c.req.header('sec-fetch-mode') === 'navigate' && c.req.header('sec-fetch-dest') === 'document'
  const from = URL.parse(c.req.header('referer') ?? '')
  if (c.res.status < 400 || !follows || from?.host !== hostOf(c.req) || from.pathname.startsWith('/api')) return
  const { status, headers } = c.res
  const { code, message } = (await c.res
    .clone()
    .json()
    .catch(() => ({}))) as { code?: unknown; message?: unknown }
  const retryAfter = headers.get('retry-after')
  const text = refusedDownload(c.get('ctx').locale, { status, retryAfter, code, message })
  // The redirect takes over the refusal's headers, including cookies, except these two, which belong to its body and
  // status.
  for (const name of ['content-type', 'retry-after']) c.header(name, undefined)
  c.res = c.redirect(from.pathname + from.search, 303)
  setFlashCookie(c, { kind: 'error', text })
}
