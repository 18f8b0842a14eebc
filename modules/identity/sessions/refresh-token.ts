import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { replaceReference } from './past-reference.sql.ts'

export const refreshToken = operation({
  call: 'POST /user/refreshToken',
  summary:
    'Returns a new token for the session. The old token works for 30 more seconds; using it later ends the session',
  added: true,
  may: signedIn,
  takes: z.object({}),
  gives: z.object({ token: z.string(), expires_at: z.iso.datetime(), isRememberMe: z.boolean() }),
  fails: [errors.conflict],
  audit: 'user.refreshToken',
  async run(ctx) {
    const newReference = await replaceReference(ctx, userOf(ctx).session_id, { once: true })
    if (!newReference) throw errors.unauthenticated()
    const { token, expires_at, remember_me } = newReference
    return { token, expires_at: expires_at.toISOString(), isRememberMe: remember_me }
  },
})
