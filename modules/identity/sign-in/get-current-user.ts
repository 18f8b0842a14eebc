import { CurrentUser } from '#modules/identity/people/current-user.schema.ts'
import { operation } from '#platform/operation.ts'
import { alsoAuditors, signedIn, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { selectCurrentUser } from './current-user.ts'

export const getCurrentUser = operation({
  call: 'GET /user/getCurrentUser',
  summary: 'Returns the signed-in user and their permissions',
  may: alsoAuditors(signedIn),
  takes: z.object({}),
  gives: z.object({ user: CurrentUser, success: z.boolean() }),
  async run(ctx) {
    return { user: await selectCurrentUser(ctx, userOf(ctx).user_id), success: true }
  },
})
