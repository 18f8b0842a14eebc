import { identityErrors } from '#modules/identity/errors.ts'
import { CurrentUser } from '#modules/identity/people/current-user.schema.ts'
import { selectCurrentUser } from '#modules/identity/sign-in/current-user.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { isViewing } from '#platform/viewing.ts'
import { leaveView } from './leave-view.sql.ts'

export const exitViewAs = operation({
  call: 'POST /user/viewAs/exit',
  summary:
    "Ends viewing as another person. Returns a new token for the caller's own session and the page where the view started",
  may: signedIn,
  // The id comes from the client; the session records its own owner.
  takes: z.object({ userId: id().nullish() }),
  gives: z.object({ token: z.string(), expires_at: z.iso.datetime(), user: CurrentUser, last_route: z.string() }),
  fails: [identityErrors.notViewing],
  whileViewing: 'allowed',
  audit: (_input, { user }) => ({ action: 'view_as.exit', subject: `user_id:${user.user_id}` }),
  async run(ctx) {
    if (!isViewing(ctx.actor)) throw identityErrors.notViewing()
    const wayBack = await leaveView(ctx, userOf(ctx).session_id)
    // Their own session ended while this request was on its way.
    if (!wayBack) throw errors.unauthenticated()
    const { token, expires_at, user_id, last_route } = wayBack
    // Unscoped: staff of a parent organization view here, too.
    const user = await selectCurrentUser(ctx.unscoped, user_id)
    return { token, expires_at: expires_at.toISOString(), user, last_route }
  },
})
