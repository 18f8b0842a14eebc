import { welcomeOwed } from '#modules/identity/facts.ts'
import { hasSignedIn } from '#modules/identity/sessions/has-signed-in.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/**
 * Whether the email to `address` about a purchase must have the link for a first password: its student has none and has
 * never signed in. If the account has another address, the link is sent there in a separate email.
 */
export async function needsFirstPassword(ctx: Ctx, user_id: number, address: string): Promise<boolean> {
  const [person] = await ctx.sql<{ same_address: boolean }>`
    select email_key = lower(${address}) as same_address from identity.person
    where user_id = ${user_id} and password_hash is null and deleted_at is null`
  if (!person || (await hasSignedIn(ctx, user_id))) return false
  if (!person.same_address) await ctx.emit(welcomeOwed, { user_id })
  return person.same_address
}
