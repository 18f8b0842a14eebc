import { selectFactors, twoFactorMethods } from '#modules/identity/credentials/factors.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { CurrentUser } from '#modules/identity/people/current-user.schema.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import {
  awaitEnding,
  lockSession,
  partnerMethods,
  type SignInMethod,
  startSession,
} from '#modules/identity/sessions/session.sql.ts'
import { selectCurrentUser } from '#modules/identity/sign-in/current-user.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { canLink } from './add-account.ts'
import { isLinked, type LinkedPerson, listLinked } from './linked-account.sql.ts'

export const switchAccount = operation({
  call: 'POST /user/switchAccount',
  summary: 'Switches to a linked account and ends the current session',
  may: signedIn,
  takes: z.object({ userId: id() }),
  gives: z.object({ token: z.string(), expires_at: z.iso.datetime(), user: CurrentUser }),
  fails: [identityErrors.proofNeeded, identityErrors.cannotLink, identityErrors.factorNeeded],
  async run(ctx, { userId }) {
    const session = await lockSession(ctx, userOf(ctx).session_id)
    await awaitEnding(ctx, userId)
    const target = await selectLinked(ctx, userId)
    await requireStrongEnough(ctx, target, session.method)
    const { token, expires_at } = await startSession(ctx, userId, { method: 'switch' })
    // Also recorded in the history of the account that was left.
    for (const subject_user_id of [userOf(ctx).user_id, userId])
      await ctx.audit({ action: 'user.switchAccount', subject: `user_id:${userId}`, subject_user_id })
    // Unscoped: the account may belong to a parent organization.
    const user = await selectCurrentUser(ctx.unscoped, userId)
    return { token, expires_at: expires_at.toISOString(), user }
  },
})

/** The account at the other end of a valid link in the caller's direction; any other is a 404. */
async function selectLinked(ctx: Ctx, related_user_id: number): Promise<LinkedPerson> {
  const { user_id, role } = userOf(ctx)
  if (!(await isLinked(ctx, { user_id, related_user_id }))) throw errors.notFound()
  const { people } = await listLinked(ctx, user_id, 'to')
  const target = people.find((person) => person.user_id === related_user_id)
  if (!target) throw errors.notFound()
  // Roles may have changed since the link was created.
  if (!canLink(role, target.role)) throw identityErrors.cannotLink()
  return target
}

/**
 * A link was proved with the account's password and code, and ends when either changes. That is enough for a student,
 * unless a partner signed them in: a partner must not get into accounts that are not its own students'. Switching to
 * staff also requires a recent proof, with a second factor if one is required.
 */
async function requireStrongEnough(ctx: Ctx, { user_id, role }: LinkedPerson, method: SignInMethod): Promise<void> {
  if (role === 'Student' && !partnerMethods.has(method)) return
  await requireFreshProof(ctx)
  if (role === 'Student') return
  const { tfa_enabled, required } = await selectFactors(ctx, user_id)
  if ((tfa_enabled || required) && !twoFactorMethods.includes(method)) throw identityErrors.factorNeeded()
}
