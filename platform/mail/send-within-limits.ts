import type { Ctx } from '#platform/ctx.ts'
import { mailPort } from '#platform/ports.ts'
import { type EmailKind, releaseEmail, reserveEmail } from './email-limits.sql.ts'
import type { Message } from './message.ts'

export type LimitedMessage = Message & {
  /** What it is called in the audit log; limits count each name for itself. */
  name: string
  kind: EmailKind
  /** On whose behalf it is sent; null for visitors. */
  sender_id: number | null
}

/**
 * The only way for an email to leave: counted in the database, dropped where its sender or its recipient has had too many.
 * Answers the limit that dropped it, null for an email that was sent; what the mailer throws is thrown on, and not counted.
 */
export async function sendWithinLimits(ctx: Ctx, limited: LimitedMessage): Promise<'recipient' | 'sender' | null> {
  const { name, kind, sender_id, ...message } = limited
  const reserved = await reserveEmail(ctx, { to: message.to, name, kind, sender_id })
  if ('limit' in reserved) return reserved.limit
  try {
    await ctx.use(mailPort).send(message)
    return null
  } catch (error) {
    await releaseEmail(ctx, reserved)
    throw error
  }
}
