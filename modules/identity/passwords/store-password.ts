import type { Ctx } from '../../../platform/ctx.ts'
import { passwordChanged } from '../facts.ts'
import { endSessionsOf } from '../sessions/session.sql.ts'

/** Gives a person another password: links sent before are void, and every session but `keep` ends. */
export async function storePassword(
  ctx: Ctx,
  user_id: number,
  password_hash: string,
  { keep = 0 }: { keep?: number } = {},
): Promise<void> {
  await ctx.sql`
    update identity.person set password_hash = ${password_hash}, updated_at = platform.now() where user_id = ${user_id}`
  await ctx.sql`
    update identity.password_reset set used_at = ${ctx.now} where user_id = ${user_id} and used_at is null`
  await endSessionsOf(ctx, user_id, { except: keep })
  await ctx.emit(passwordChanged, { user_id })
}
