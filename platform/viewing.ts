import type { Actor, UserActor } from './actor.ts'
import type { Ctx } from './ctx.ts'
import { errors } from './errors.ts'
import { type Policy, requireGate, requireVisited } from './permissions.ts'

/** Whether staff act through someone else's account; `viewed_by` is their own user id. */
export const isViewing = (actor: Actor): actor is UserActor & { viewed_by: number } =>
  actor.kind === 'user' && actor.viewed_by !== null

/** Whether someone is the caller, even behind a view: staff can't read notes about themselves as a colleague. */
export const isCaller = (actor: Actor, user_id: number): boolean =>
  actor.kind === 'user' && (actor.user_id === user_id || actor.viewed_by === user_id)

type GatedOperation = {
  readonly call: string
  readonly may: Pick<Policy<never>, 'gate' | 'ofVisited' | 'auditors' | 'clients'>
  readonly changes: boolean
  readonly whileViewing?: 'allowed'
}

/**
 * All checks before the input is read: 401, 403, 404 for people whose work excludes the visited organization, and the
 * refusal of changes to staff who view as someone. That refusal gets its own audit row.
 */
export async function requireAdmission(ctx: Ctx, { call, may, changes, whileViewing }: GatedOperation): Promise<void> {
  requireGate(may, ctx.actor)
  if (may.ofVisited) requireVisited(ctx)
  if (!changes || whileViewing === 'allowed' || !isViewing(ctx.actor)) return
  await ctx.admit('write')
  await ctx.audit({
    action: 'view_as.refused',
    subject: `user_id:${ctx.actor.user_id}`,
    subject_user_id: ctx.actor.user_id,
    after: { operation: call },
  })
  throw errors.whileViewing()
}
