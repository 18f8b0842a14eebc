import type { Ctx } from '#platform/ctx.ts'
import { hashPassword, isOldHash } from './password-hash.ts'

/**
 * Rehashes a just verified password if its stored hash is weaker than new ones, because only now the password is known.
 * Never overwrites a password that was changed in the meantime.
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
