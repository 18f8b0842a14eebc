import type { Ctx } from '../../../platform/ctx.ts'
import { findResetRecipient, type ResetRecipient } from './recipient.sql.ts'
import { insertResetLink } from './reset-link.sql.ts'

type How = NonNullable<Parameters<typeof findResetRecipient>[2]> & { minutes?: number }

/**
 * The recipient of a link with its new token, or null like `findResetRecipient`. The person is locked: of emails that
 * are made at the same time each counts those before it.
 */
export function takeResetLink(
  ctx: Ctx,
  user_id: number,
  { minutes, ...how }: How = {},
): Promise<(ResetRecipient & { token: string }) | null> {
  return ctx.tx(async (inner) => {
    await inner.sql`select from identity.person where user_id = ${user_id} for no key update`
    const recipient = await findResetRecipient(inner, user_id, how)
    return recipient && { ...recipient, token: await insertResetLink(inner, recipient, minutes ? { minutes } : {}) }
  })
}
