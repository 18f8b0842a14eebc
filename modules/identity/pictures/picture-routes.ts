import { type Context, Hono } from 'hono'
import { selectManaged } from '#modules/identity/people/people-scope.ts'
import { selectPerson } from '#modules/identity/people/person.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { fileResponse, servable } from '#platform/files/serve.ts'
import { failureOf } from '#platform/http/failure.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import type { Services } from '#platform/open-ctx.ts'
import { userOf } from '#platform/permissions.ts'
import { filesPort } from '#platform/ports.ts'
import { pictureUrl } from './picture-url.ts'

/** `/avatar/{user_id}/{version}.webp`, for people who may see the person's details. Requires the request's `ctx`. */
export function pictureRoutes({ log }: Pick<Services, 'log'>): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.on(['GET', 'HEAD'], '/avatar/:user_id{[0-9]{1,9}}/:version{[0-9a-f]{12}\\.webp}', async (c) => {
    try {
      return await openPicture(c, c.get('ctx'))
    } catch (error) {
      const { status, body } = failureOf(error, c.get('ctx').locale, log)
      return c.json(body, status as 404)
    }
  })
  return app
}

async function openPicture(c: Context<HttpEnv>, ctx: Ctx): Promise<Response> {
  const user_id = Number(c.req.param('user_id'))
  const isOwn = userOf(ctx).user_id === user_id
  const { profile_pic } = isOwn ? await selectPerson(ctx, user_id) : await selectManaged(ctx, user_id, 'READ')
  // The address of a previous picture no longer exists.
  if (!profile_pic || pictureUrl(user_id, profile_pic) !== c.req.path) throw errors.notFound()
  const files = ctx.use(filesPort)
  const { size, stream } = await files.open(profile_pic)
  await stream.cancel()
  const file = { key: profile_pic, sha256: profile_pic.slice(-64), size, content_type: 'image/webp' }
  return fileResponse(servable(files, file), c.req.raw, { name: 'avatar.webp', disposition: 'inline' })
}
