import { lockWaysIn } from '#modules/identity/credentials/ways-in.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'
import { removeOtherWaysIn } from './remove-other-ways-in.sql.ts'

/**
 * Records the proof that the account's email address belongs to the person; joins the caller's transaction. The first
 * proof removes every other way to sign in that was added before it and ends all sessions except `keep`; a later one
 * changes nothing. Two proofs count: what was mailed to the address together with a new password, or together with a
 * session of the account (`keep`). A click alone must not: the person who made the account would keep their password.
 */
export async function markAddressProven(
  visited: Ctx,
  user_id: number,
  { keep = 0 }: { keep?: number } = {},
): Promise<void> {
  // Unscoped: the person who follows a link here may belong to a parent organization.
  const ctx = visited.unscoped
  await lockWaysIn(ctx, user_id)
  if (await isAddressProven(ctx, user_id)) return
  await ctx.sql`update identity.person set email_proven_at = ${ctx.now} where user_id = ${user_id}`
  const removed = await removeOtherWaysIn(ctx, user_id, { keep })
  const subject = { subject: `user_id:${user_id}`, subject_user_id: user_id }
  await ctx.audit({ action: 'user.proveAddress', ...subject, before: removed })
}

/** Whether the person has shown that the account's present email address is theirs. */
export async function isAddressProven({ unscoped }: Pick<Ctx, 'unscoped'>, user_id: number): Promise<boolean> {
  // Unscoped, like the person.
  const [person] = await unscoped.sql<{ proven: boolean }>`
    select email_proven_at is not null as proven from identity.person where user_id = ${user_id}`
  return person?.proven ?? false
}

/**
 * Throws emailUnproven where another way to sign in must not be added yet. The person stays locked, so that no proof
 * comes in between; a request whose session was just ended by that proof is refused.
 */
export async function requireProvenAddress(ctx: Ctx): Promise<void> {
  const { user_id, session_id } = userOf(ctx)
  await lockWaysIn(ctx, user_id)
  const [session] = await ctx.sql`
    select from identity.session where session_id = ${session_id} and ended_at is null`
  if (!session) throw errors.unauthenticated()
  if (!(await isAddressProven(ctx, user_id))) throw identityErrors.emailUnproven()
}
