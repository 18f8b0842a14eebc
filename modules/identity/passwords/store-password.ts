import { endLinksTo } from '#modules/identity/credentials/end-links.sql.ts'
import { dropEmailChange } from '#modules/identity/emails/email-change.sql.ts'
import { passwordChanged } from '#modules/identity/facts.ts'
import { endSessionsOf } from '#modules/identity/sessions/session.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Sets a person's new password: earlier links become void, and every session but `keep` ends. */
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
