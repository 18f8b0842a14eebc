import type { Context, Hono } from 'hono'
import { failureOf } from '../platform/http/answer.ts'
import type { HttpEnv } from '../platform/http/http-env.ts'
import type { AnyPage } from '../platform/web/page.ts'
import { type PageHost, pageRoutes } from '../platform/web/pages.ts'
import { themeRoute } from '../platform/web/theme-route.ts'
import { frameOf } from './frame.ts'
import { Document } from './layouts/document.tsx'
import { errorPages, failedPage } from './layouts/errors.tsx'

const product = 'Waypost'

const host: PageHost = {
  product,
  document: Document,
  makeCtx: (c) => (c as Context<HttpEnv>).get('ctx'),
  frame: frameOf,
  failed: (c, ctx, error) => {
    const { status, body } = failureOf(error, ctx.locale, ctx.log)
    // A refusal has words of its own; of a fault of ours only the number is told.
    const message = status < 500 ? String(body.message) : undefined
    return failedPage(c, { locale: ctx.locale, requestId: ctx.request.id, status, message, product })
  },
}

/** Every page of the product; an unknown path leads to /404. */
export function addPages(app: Hono<HttpEnv>, pages: readonly AnyPage[]): void {
  app.route('/', pageRoutes([...pages, ...errorPages], host))
  app.route('/', themeRoute())
  app.notFound((c) => (c.req.method === 'GET' ? c.redirect('/404', 302) : c.text('', 404)))
}
