import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { scoped, signedIn, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'

export const dismissAllForUser = operation({
  call: 'POST /notifications/dismissAllForUser',
  summary: "Dismisses all of the caller's own notifications",
  may: scoped<{ user_id: number }>(signedIn, 'for themselves', async (ctx, { user_id }) => {
    if (user_id !== userOf(ctx).user_id) throw errors.notFound()
  }),
  takes: z.object({ user_id: id() }),
  gives: z.object({}),
  audit: 'user.dismissNotifications',
  async run(ctx, { user_id }) {
    await ctx.sql`
      update identity.notification set dismissed_at = ${ctx.now} where user_id = ${user_id} and dismissed_at is null`
    return {}
  },
})
