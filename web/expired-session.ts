import type { Context } from 'hono'
import {
  endCopiedSession,
  returnFromView,
  sessionCookie,
  signOutOfView,
  signOutPaths,
} from '#modules/identity/entry.ts'
import { identityErrors } from '#modules/identity/index.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { bearerOf } from '#platform/http/same-site.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize } from '#platform/texts.ts'
import { setFlashCookie } from '#platform/web/cookies.ts'
import { referenceOf, type Site } from './context.ts'

/**
 * Handles a reference without a live session. If it was replaced long ago, its session ends. If it belongs to an ended
 * view, the browser returns to the staff member's own session: the response leads to the page where the view started,
 * and the requested operation is not run, because it was requested as another person. A request to sign out signs out.
 */
export async function respondToExpiredSession(c: Context<HttpEnv>, site: Site): Promise<Response | null> {
  const ctx = c.get('ctx')
  const reference = ctx.actor.kind === 'anonymous' ? referenceOf(c, site) : null
  if (!reference || (await endCopiedSession(ctx, reference))) return null
  // A program keeps its own reference, and a page's pictures and scripts have no page to return to.
  if (bearerOf(c.req) !== null || !isPageOrCall(c)) return null
  if (isSignOut(c)) {
    await signOutOfView(ctx, reference)
    return null
  }
  const wayBack = await returnFromView(ctx, reference)
  if (!wayBack) return null
  c.header('set-cookie', sessionCookie(site.baseUrl.origin, wayBack.token), { append: true })
  const { code, status, text } = identityErrors.viewEnded
  const message = localize(ctx.locale, text)
  if (c.req.path.startsWith('/api/')) {
    return c.json({ error: true, code, message, redirect: wayBack.last_route }, status as 403)
  }
  setFlashCookie(c, { kind: 'info', text: message })
  return c.redirect(wayBack.last_route, c.req.method === 'GET' ? 302 : 303)
}

const isSignOut = ({ req }: Context) =>
  req.method === 'POST' &&
  [...signOutPaths].some((path) => [`/api${path}`, pathTo('/logout')].includes(req.path.replace(/\/$/, '')))

const isPageOrCall = ({ req }: Context) =>
  ['document', 'empty', undefined].includes(req.header('sec-fetch-dest')) || req.path.startsWith('/api/')
