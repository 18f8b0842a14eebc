import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { takeTurn } from '../rights/take-turn.sql.ts'
import { requireWithinRights } from '../rights/within-rights.ts'
import { endSessionsOf } from '../sessions/session.sql.ts'
import { userStatus } from './roles.ts'

/**
 * Makes a person of the visited organization or one below it Active (1) or Disabled (2); disabling ends their
 * sessions at once. The caller has checked the permission. Throws notFound for a person out of reach, forbidden for
 * the own account, aboveYou for somebody who may do more.
 */
export async function setUserStatus(ctx: Ctx, user_id: number, lk_user_status_id: 1 | 2): Promise<void> {
  // Whoever disabled themselves could not undo it.
  if (ctx.actor.kind === 'user' && ctx.actor.user_id === user_id) throw errors.forbidden()
  await ctx.tx(async (inner) => {
    await takeTurn(inner)
    const [changed] = await inner.sql<{ user_id: number; lk_user_role_id: number }>`
      update identity.person set lk_user_status_id = ${lk_user_status_id}, updated_at = platform.now()
      where user_id = ${user_id} and deleted_at is null
        and organization_id = any(${inner.sql.array(inner.organization.scope)})
      returning user_id, lk_user_role_id`
    if (!changed) throw errors.notFound()
    await requireWithinRights(inner, changed)
    if (lk_user_status_id === userStatus.Disabled) await endSessionsOf(inner, user_id)
  })
}
