import { lockSignInMethods } from '#modules/identity/credentials/sign-in-methods.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { userStatus } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'
import { removeOtherMethods } from './remove-other-methods.sql.ts'

/**
 * Records the proof that the account's email address is the person's; joins the caller's transaction. The first proof
 * removes every other sign-in method added before it and ends all sessions except `keep`; later ones change nothing. A
 * mailed secret counts together with a new password, or together with a session of the account (`keep`). A click alone
 * must not: the account's creator would keep their password.
 */
export async function markAddressProven(
  visitedCtx: Ctx,
  user_id: number,
  { keep = 0 }: { keep?: number } = {},
): Promise<void> {
  // Unscoped: the person who follows a link may belong to a parent organization.
  const ctx = visitedCtx.unscoped
  await lockSignInMethods(ctx, user_id)
  if (await isAddressProven(ctx, user_id)) return
  await ctx.sql`update identity.person set email_proven_at = ${ctx.now} where user_id = ${user_id}`
  const removedMethods = await removeOtherMethods(ctx, user_id, { keep })
  const subject = { subject: `user_id:${user_id}`, subject_user_id: user_id }
  await ctx.audit({ action: 'user.proveAddress', ...subject, before: removedMethods })
}

/** Following a link from the mailbox proves the address and activates the account; see `markAddressProven`. */
export async function confirmAddress(ctx: Ctx, user_id: number): Promise<void> {
  await ctx.sql`
    update identity.person set lk_user_status_id = ${userStatus.Active}
    where user_id = ${user_id} and lk_user_status_id = ${userStatus.NotVerified}`
  await markAddressProven(ctx, user_id)
}

/** Whether the account's current email address is proven to be the person's. */
export async function isAddressProven({ unscoped }: Pick<Ctx, 'unscoped'>, user_id: number): Promise<boolean> {
  // Unscoped, like the person.
  const [person] = await unscoped.sql<{ proven: boolean }>`
    select email_proven_at is not null as proven from identity.person where user_id = ${user_id}`
  return person?.proven ?? false
}

/**
 * Throws emailUnproven if no other sign-in method may be added yet. The person stays locked, so that no proof comes in
 * between; a request whose session that proof just ended is refused.
 */
export async function requireProvenAddress(ctx: Ctx): Promise<void> {
  const { user_id, session_id } = userOf(ctx)
  await lockSignInMethods(ctx, user_id)
  const [session] = await ctx.sql`
    select from identity.session where session_id = ${session_id} and ended_at is null`
  if (!session) throw errors.unauthenticated()
  if (!(await isAddressProven(ctx, user_id))) throw identityErrors.emailUnproven()
}
