import { countSignInMethods, lockSignInMethods } from '#modules/identity/credentials/sign-in-methods.sql.ts'
import { dropEmailChange } from '#modules/identity/emails/email-change.sql.ts'
import { welcomeOwed } from '#modules/identity/facts.ts'
import { selectPerson } from '#modules/identity/people/person.sql.ts'
import { userStatus } from '#modules/identity/people/roles.ts'
import { lockRightsChanges } from '#modules/identity/rights/lock-rights-changes.sql.ts'
import { requireWithinRights } from '#modules/identity/rights/within-rights.ts'
import { endSessionsOf } from '#modules/identity/sessions/session.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

/**
 * Sets a person of the visited organization or a sub-organization to Active (1) or Disabled (2); disabling ends their
 * sessions immediately. A person without a way to sign in becomes Not Verified (3) instead of Active, and gets the
 * email for choosing a password. Returns the status. Callers must check the permission. Throws notFound for a person
 * out of scope, forbidden for one's own account, aboveYou for a person with more rights.
 */
export async function setUserStatus(ctx: Ctx, user_id: number, requestedStatus: 1 | 2): Promise<1 | 2 | 3> {
  // People who disabled themselves could not undo it.
  if (ctx.actor.kind === 'user' && ctx.actor.user_id === user_id) throw errors.forbidden()
  return ctx.tx(async (inner) => {
    await lockRightsChanges(inner)
    const lk_user_status_id =
      requestedStatus === userStatus.Active ? await enabledStatusOf(inner, user_id) : requestedStatus
    const [row] = await inner.sql<{ user_id: number; lk_user_role_id: number }>`
      update identity.person set lk_user_status_id = ${lk_user_status_id}, updated_at = platform.now()
      where user_id = ${user_id} and deleted_at is null
        and organization_id = any(${inner.sql.array(inner.organization.scope)})
      returning user_id, lk_user_role_id`
    if (!row) throw errors.notFound()
    await requireWithinRights(inner, row)
    if (lk_user_status_id === userStatus.Disabled) {
      await endSessionsOf(inner, user_id)
      await dropEmailChange(inner, user_id)
    }
    if (lk_user_status_id === userStatus.NotVerified) await inner.emit(welcomeOwed, { user_id, again: true })
    return lk_user_status_id
  })
}

/** The status that allows signing in; an Active person stays Active. */
async function enabledStatusOf(ctx: Ctx, user_id: number): Promise<1 | 3> {
  const methodCount = countSignInMethods(await lockSignInMethods(ctx, user_id))
  const { lk_user_status_id } = await selectPerson(ctx, user_id)
  return methodCount > 0 || lk_user_status_id === userStatus.Active ? userStatus.Active : userStatus.NotVerified
}
