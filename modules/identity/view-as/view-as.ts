import { identityErrors } from '#modules/identity/errors.ts'
import { CurrentUser } from '#modules/identity/people/current-user.schema.ts'
import { type Person, selectPerson } from '#modules/identity/people/person.sql.ts'
import { roleOf, userStatus } from '#modules/identity/people/roles.ts'
import { effectivePermissions } from '#modules/identity/permissions.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { canViewAs } from '#modules/identity/rights/can-view-as.ts'
import { selectPermissionRows } from '#modules/identity/rights/permission-rows.sql.ts'
import { awaitEnding, insertSession, lockSession } from '#modules/identity/sessions/session.sql.ts'
import { selectCurrentUser } from '#modules/identity/sign-in/current-user.ts'
import type { UserActor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { type Policy, staff, userOf } from '#platform/permissions.ts'
import { id, optionalText, z } from '#platform/schema.ts'
import { isViewing } from '#platform/viewing.ts'
import { localPath } from '#platform/web/page-redirect.ts'

/** The maximum length of a view, however active it is. */
const maxView_ms = 30 * 60_000

const viewers = staff('CAN_VIEW_AS:READ')
/** A viewer gets the error that they are already viewing (409), not a missing permission. */
const mayView: Policy = {
  description:
    'staff with CAN_VIEW_AS:READ (for an instructor also MANAGE_INSTRUCTORS:DELETE), for a person in their organizations who has no more permissions than they do',
  gate: (actor) => viewers.gate(actor) || isViewing(actor),
}

export const viewAs = operation({
  call: 'POST /user/viewAs',
  summary: 'Starts viewing as another person for up to 30 minutes. Actions that person must answer for are refused',
  may: mayView,
  takes: z.object({
    userId: id(),
    /** The reason; stored with the session and in the audit log. */
    reason: optionalText(500),
    /** The page to return to: a path of this site. */
    last_route: optionalText(2_000),
  }),
  gives: z.object({
    data: z.object({ previousUserId: z.int(), token: z.string(), user: CurrentUser }),
    previousUserId: z.int(),
    token: z.string(),
    user: CurrentUser,
    expires_at: z.iso.datetime(),
  }),
  fails: [identityErrors.alreadyViewing, identityErrors.cannotViewAs, identityErrors.proofNeeded],
  // Throws 409 itself.
  whileViewing: 'allowed',
  async run(ctx, { userId, reason, last_route }) {
    if (isViewing(ctx.actor)) throw identityErrors.alreadyViewing()
    const staff = userOf(ctx)
    const target = await selectTarget(ctx, staff, userId)
    await requireFreshProof(ctx)
    const { token, expires_at } = await startView(ctx, staff, target, { reason, last_route: localPath(last_route) })
    const user = await selectCurrentUser(ctx, userId)
    await ctx.audit({
      action: 'view_as.start',
      subject: `user_id:${userId}`,
      subject_user_id: userId,
      after: { reason },
    })
    const data = { previousUserId: staff.user_id, token, user }
    return { data, ...data, expires_at: expires_at.toISOString() }
  },
})

/**
 * A person in the staff member's organizations is visible to them; whether they may view as them is checked separately.
 */
async function selectTarget(ctx: Ctx, staff: UserActor, user_id: number): Promise<Person> {
  const person = await selectPerson(ctx, user_id)
  if (!ctx.organization.scope.includes(person.organization_id)) throw errors.notFound()
  const role = roleOf(person.lk_user_role_id)
  const permissions = effectivePermissions(role, await selectPermissionRows(ctx, user_id))
  const isActive = person.lk_user_status_id === userStatus.Active
  if (!isActive || !canViewAs(staff, { user_id, role, permissions })) throw identityErrors.cannotViewAs()
  return person
}

/** One view at a time: an earlier one of the same session ends. */
async function startView(ctx: Ctx, staff: UserActor, target: Person, request: { reason: string; last_route: string }) {
  const { sql, now } = ctx
  // Locks the person before their session, the order in which sessions are ended.
  await awaitEnding(ctx, staff.user_id)
  // Locks first: of two simultaneous views, the second finds the other one and ends it.
  const session = await lockSession(ctx, staff.session_id)
  await sql`
    update identity.session set ended_at = ${now}, viewed_by_session_id = null
    where viewed_by_session_id = ${staff.session_id}`
  return insertSession(ctx, {
    user_id: target.user_id,
    organization_id: target.organization_id,
    method: 'view-as',
    proved_at: null,
    expires_at: new Date(Math.min(now.getTime() + maxView_ms, session.expires_at.getTime())),
    idle_seconds: maxView_ms / 1000,
    viewed_by: staff.user_id,
    viewed_by_session_id: staff.session_id,
    last_route: request.last_route,
    view_reason: request.reason || null,
  })
}
