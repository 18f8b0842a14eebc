import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { hostOf } from '#platform/http/same-site.ts'
import { pathTo } from '#platform/path-to.ts'
import { signIn } from '#platform/web/page-redirect.ts'
import { hadSession } from './add-pages.ts'

/**
 * For a person, not a program, who follows a link to a call's file after the session has ended: they sign in and
 * continue on the page with the link.
 */
export const redirectToSignIn: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  const follows = c.req.method === 'GET' && c.req.header('sec-fetch-mode') === 'navigate'
  if (c.res.status !== 401 || !follows) return
  const from = URL.parse(c.req.header('referer') ?? '')
  const backHref = from?.host === hostOf(c.req) ? from.pathname + from.search : pathTo('/dashboard')
  c.res = c.redirect(signIn(backHref, { ended: hadSession(c) }).to)
}
