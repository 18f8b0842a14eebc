import { welcomeOwed } from '#modules/identity/facts.ts'
import { hasSignedIn } from '#modules/identity/sessions/has-signed-in.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Sends the link for a first password to a student who has none and has never signed in. */
export async function owePassword(ctx: Ctx, user_id: number): Promise<void> {
  const [without] = await ctx.sql`
    select from identity.person where user_id = ${user_id} and password_hash is null and deleted_at is null`
  if (without && !(await hasSignedIn(ctx, user_id))) await ctx.emit(welcomeOwed, { user_id })
}
