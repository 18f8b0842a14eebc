import type { Context, Hono } from 'hono'
import { readCookie, readLocaleCookie } from '#modules/identity/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { failureOf, retryAfterOf } from '#platform/http/failure.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { parseLocale } from '#platform/languages.ts'
import type { Log } from '#platform/log.ts'
import type { Locale } from '#platform/texts.ts'
import type { AnyPage } from '#platform/web/page.ts'
import { type PageHost, pageRoutes } from '#platform/web/pages.ts'
import { themeRoute } from '#platform/web/theme-route.ts'
import { frameOf, partFrameOf } from './frame.ts'
import { Document } from './layouts/document.tsx'
import { errorPages, failedPage } from './layouts/errors.tsx'
import { PartLayout } from './layouts/part.tsx'

const product = 'Waypost'

/** Whether the browser sent a session, even an expired one. */
export const hadSession = (c: Context): boolean =>
  readCookie((c.get('ctx') as Ctx).request.origin, c.req.header('cookie')) !== null

const host: PageHost = {
  document: Document,
  part: PartLayout,
  makeCtx: (c) => (c as Context<HttpEnv>).get('ctx'),
  hadSession,
  frame: frameOf,
  partFrame: partFrameOf,
  failed: (c, { locale, log, request }, error) => showFailure(c, error, { locale, log, requestId: request.id }),
}

/** The page of a failure outside any page: the database may be down, so the visitor is unknown. It uses no database. */
export function failedRequest(c: Context<HttpEnv>, error: unknown, log: Log): Response {
  const ctx = c.get('ctx') as Ctx | undefined
  const locale = ctx?.locale ?? parseLocale(readLocaleCookie(c.req.header('cookie')) ?? c.req.header('accept-language'))
  return showFailure(c, error, { locale, log, requestId: c.get('requestId') })
}

type RequestInfo = { locale: Locale; log: Log; requestId: string }

function showFailure(c: Context, error: unknown, { locale, log, requestId }: RequestInfo): Response {
  const failure = failureOf(error, locale, log)
  const { status, body } = failure
  // A refusal has its own text; for our own faults only the reference number is shown.
  const message = status < 500 ? String(body.message) : undefined
  return failedPage(c, { locale, requestId, status, message, product, headers: retryAfterOf(failure) })
}

/** Registers every page of the product; an unknown path leads to /404. */
export function addPages(app: Hono<HttpEnv>, pages: readonly AnyPage[]): void {
  app.route('/', pageRoutes([...pages, ...errorPages], host))
  app.route('/', themeRoute())
  app.notFound((c) => (c.req.method === 'GET' ? c.redirect('/404', 302) : c.text('', 404)))
}
