import { errors } from '../../../platform/errors.ts'
import { operation } from '../../../platform/operation.ts'
import { signedIn, userOf } from '../../../platform/permissions.ts'
import { z } from '../../../platform/schema.ts'
import { replaceReference } from './past-reference.sql.ts'

export const refreshToken = operation({
  call: 'POST /user/refreshToken',
  summary: 'Another token for the same session; the one before is taken for 30 seconds more, later it ends the session',
  added: true,
  may: signedIn,
  takes: z.object({}),
  gives: z.object({ token: z.string(), expires_at: z.iso.datetime(), isRememberMe: z.boolean() }),
  fails: [errors.conflict],
  audit: 'user.refreshToken',
  async run(ctx) {
    const fresh = await replaceReference(ctx, userOf(ctx).session_id, { once: true })
    if (!fresh) throw errors.unauthenticated()
    const { token, expires_at, remember_me } = fresh
    return { token, expires_at: expires_at.toISOString(), isRememberMe: remember_me }
  },
})
