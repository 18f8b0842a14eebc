import { type Context, Hono } from 'hono'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { fileResponse, servable } from '#platform/files/serve.ts'
import { signLink, verifyLink } from '#platform/files/sign.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { filesPort, secretPort } from '#platform/ports.ts'
import { type Attachment, findReachableAttachment, posterUrl } from './attachment.sql.ts'

const sixHours = 6 * 60 * 60 * 1000

// Browsers revalidate a cached file after this time, because it may be replaced and a permission may end.
const cacheControl = 'private, max-age=300'

/**
 * `/media/{attachment_id}/{name}` (for people who may see the attachment) and `/files/{key}` (for holders of a link
 * from `signLink`). Both support ranges, and respond with notFound if the visitor has no access. Requires the
 * request's `ctx`.
 */
export function mediaRoutes(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.on(['GET', 'HEAD'], '/media/:attachment_id{[0-9]{1,9}}/:name', (c) => openAttachment(c, c.get('ctx')))
  app.on(['GET', 'HEAD'], '/media/:attachment_id{[0-9]{1,9}}/poster/:hash', (c) => openPoster(c, c.get('ctx')))
  app.on(['GET', 'HEAD'], '/files/*', (c) => openSigned(c, c.get('ctx')))
  return app
}

/** A link to an attachment that works for six hours without a session. Callers must check the permission. */
export function signedAttachmentUrl(ctx: Pick<Ctx, 'use' | 'now'>, { file_key: key, name }: Attachment): string {
  return signLink(ctx.use(secretPort), { key, name, expires_at: new Date(ctx.now.getTime() + sixHours) })
}

async function openAttachment(c: Context<HttpEnv>, ctx: Ctx): Promise<Response> {
  const reachableAttachment = await findReachableAttachment(ctx, Number(c.req.param('attachment_id')))
  if (!reachableAttachment) throw errors.notFound()
  const { file_key: key, name, size_bytes: size, content_type } = reachableAttachment
  const file = servable(ctx.use(filesPort), { key, sha256: hashOf(key), size, content_type })
  return cacheable(await fileResponse(file, c.req.raw, { name, disposition: 'inline' }))
}

async function openPoster(c: Context<HttpEnv>, ctx: Ctx): Promise<Response> {
  const reachableAttachment = await findReachableAttachment(ctx, Number(c.req.param('attachment_id')))
  if (!reachableAttachment?.thumbnail_key || posterUrl(reachableAttachment) !== c.req.path) throw errors.notFound()
  const { thumbnail_key: key } = reachableAttachment
  const files = ctx.use(filesPort)
  const { size, content_type, stream } = await files.open(key)
  await stream.cancel()
  const file = servable(files, { key, sha256: hashOf(key), size, content_type })
  return cacheable(await fileResponse(file, c.req.raw, { name: 'poster.webp', disposition: 'inline' }))
}

function cacheable(response: Response): Response {
  response.headers.set('cache-control', cacheControl)
  return response
}

async function openSigned(c: Context<HttpEnv>, ctx: Ctx): Promise<Response> {
  const link = verifyLink(ctx.use(secretPort), c.req.url, ctx.now)
  if (!link.valid) throw errors.notFound()
  const files = ctx.use(filesPort)
  const { size, content_type, stream } = await files.open(link.key)
  await stream.cancel()
  const file = servable(files, { key: link.key, sha256: hashOf(link.key), size, content_type })
  return fileResponse(file, c.req.raw, { name: link.name, disposition: 'inline' })
}

const hashOf = (key: string) => key.slice(key.lastIndexOf('/') + 1)
