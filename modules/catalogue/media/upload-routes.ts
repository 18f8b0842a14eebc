import { type Context, Hono } from 'hono'
import { errors } from '#platform/errors.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { limitBody, megabyte } from '#platform/http/limit-body.ts'
import { requireGate } from '#platform/permissions.ts'
import { libraryAuthor } from './media-permissions.ts'
import { selectOwnUpload } from './upload.sql.ts'
import { uploadStore } from './upload-store.ts'

/** One part of a file: small enough for a slow connection. */
const maxPart = 16 * megabyte

/** `/uploads/{upload_id}`: the received size of a file, and its next part, for the person who started the upload. */
export function uploadRoutes(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.use('/uploads/*', limitBody(maxPart))
  // Hono handles HEAD with the route of GET.
  app.on(['GET', 'PATCH'], '/uploads/:upload_id{[0-9a-f-]{36}}', receive)
  return app
}

async function receive(c: Context<HttpEnv>): Promise<Response> {
  const ctx = c.get('ctx')
  // The protocol could return received bytes, but an unchecked file must not be served.
  if (c.req.raw.method === 'GET') throw errors.notFound()
  requireGate(libraryAuthor(), ctx.actor)
  await ctx.admit('read')
  await selectOwnUpload(ctx, c.req.param('upload_id')!)
  return ctx.use(uploadStore).receive(c.req.raw)
}
