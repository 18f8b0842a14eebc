import { endSessionAndView } from '#modules/identity/sessions/session.sql.ts'
import { operation } from '#platform/operation.ts'
import { alsoAuditors, anyone } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'

export const logOut = operation({
  call: 'POST /user/logout',
  summary: 'Ends the session. Does nothing if there is none',
  may: alsoAuditors(anyone),
  takes: z.object({}),
  gives: z.object({}),
  audit: 'user.logout',
  // Leaves the product altogether: the staff member's own session ends with the view.
  whileViewing: 'allowed',
  async run(ctx) {
    if (ctx.actor.kind === 'user') await endSessionAndView(ctx, ctx.actor.session_id)
    return {}
  },
})
