import type { Ctx } from '#platform/ctx.ts'
import { mailPort } from '#platform/ports.ts'
import { isTest } from '#platform/test-organization.ts'
import { type EmailKind, type EmailLimitReached, releaseEmail, reserveEmail } from './email-limits.sql.ts'
import type { Message } from './message.ts'
import { insertTestEmail } from './test-email.sql.ts'

export type LimitedMessage = Message & {
  /** The name in the audit log; limits count each name separately. */
  name: string
  kind: EmailKind
  /** The account that it is sent for; null for visitors. */
  sender_id: number | null
}

/**
 * The only way to send an email: counts it in the database and drops it if its sender or recipient has reached a limit.
 * Returns that limit, or null if the email was sent; errors of the mailer are rethrown and not counted.
 */
export async function sendWithinLimits(ctx: Ctx, limited: LimitedMessage): Promise<EmailLimitReached | null> {
  const { name, kind, sender_id, ...message } = limited
  // Nothing is sent, and the limits of an address count over all organizations.
  if (isTest(ctx.organization)) {
    await insertTestEmail(ctx, limited)
    return null
  }
  const reserved = await reserveEmail(ctx, { to: message.to, name, kind, sender_id })
  if ('limit' in reserved) return reserved
  try {
    await ctx.use(mailPort).send(message)
    return null
  } catch (error) {
    await releaseEmail(ctx, reserved)
    throw error
  }
}
