import { endLinksTo } from '#modules/identity/credentials/end-links.sql.ts'
import { hashPassword, isOldHash } from '#modules/identity/credentials/password-hash.ts'
import { dropEmailChange } from '#modules/identity/emails/email-change.sql.ts'
import { passwordChanged } from '#modules/identity/facts.ts'
import { endSessionsOf } from '#modules/identity/sessions/session.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Gives a person another password: links sent before are void, and every session but `keep` ends. */
export async function storePassword(
  ctx: Ctx,
  user_id: number,
  password_hash: string,
  { keep = 0 }: { keep?: number } = {},
): Promise<void> {
  await ctx.sql`
    update identity.person
    set password_hash = ${password_hash}, password_changed_at = ${ctx.now}, updated_at = platform.now()
    where user_id = ${user_id}`
  await ctx.sql`
    update identity.password_reset set used_at = ${ctx.now} where user_id = ${user_id} and used_at is null`
  await dropEmailChange(ctx, user_id)
  await endSessionsOf(ctx, user_id, { except: keep })
  await endLinksTo(ctx, user_id)
  await ctx.emit(passwordChanged, { user_id })
}

/**
 * Hashes a password that was just verified again if its stored hash is weaker than new ones; only then is the password
 * known. Never overwrites a password that was changed in the meantime.
 */
export async function renewHash(
  ctx: Ctx,
  person: { user_id: number; password_hash: string | null },
  password: string,
): Promise<void> {
  const { user_id, password_hash } = person
  if (!password_hash || !isOldHash(password_hash)) return
  const renewed = await hashPassword(password)
  await ctx.tx(
    ({ sql }) => sql`
      update identity.person set password_hash = ${renewed}
      where user_id = ${user_id} and password_hash = ${password_hash}`,
  )
}
