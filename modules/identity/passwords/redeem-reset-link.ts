import { hasLiveWelcome, insertResetLink } from '#modules/identity/credentials/reset-link.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { findResetRecipient, type ResetRecipient } from './recipient.sql.ts'

type ResetLinkOptions = NonNullable<Parameters<typeof findResetRecipient>[2]> & {
  minutes?: number
  /** No second link while a welcome link is valid: a new person who also buys something is welcomed once. */
  once?: boolean
}

/**
 * The recipient of a link with its new token, or null like `findResetRecipient`. The person is locked, so that
 * concurrent emails count each other.
 */
export function redeemResetLink(
  ctx: Ctx,
  user_id: number,
  { minutes, once = false, ...recipientOptions }: ResetLinkOptions = {},
): Promise<(ResetRecipient & { token: string }) | null> {
  return ctx.tx(async (inner) => {
    await inner.sql`select from identity.person where user_id = ${user_id} for no key update`
    if (once && (await hasLiveWelcome(inner, user_id))) return null
    const recipient = await findResetRecipient(inner, user_id, recipientOptions)
    return recipient && { ...recipient, token: await insertResetLink(inner, recipient, minutes ? { minutes } : {}) }
  })
}
