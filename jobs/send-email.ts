import type { ReactElement } from 'react'
import { asTenant } from '#modules/identity/index.ts'
import type { EmailSender } from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { DeclaredEmail } from '#platform/mail/declare-email.ts'
import { type Attachment, MailFailed } from '#platform/mail/mail.ts'
import { sendWithinLimits } from '#platform/mail/send-within-limits.ts'
import { asOneLine } from '#platform/one-line.shared.ts'
import { addBrokenNotification, emailStyleOf, writeEmail } from './email-words.ts'

export type OutgoingEmail = {
  /**
   * The recipient, and the organization whose audit log records it; user_id is null for a person without an account.
   */
  user_id: number | null
  organization_id: number
  /** What it is about, by id: enough to write it again. Never a token, an address or a text. */
  about?: Readonly<Record<string, number>>
  to: string
  /** Written in the words of the organization: both are made when the email goes out. */
  subject: () => string
  email: () => ReactElement
  /** The same key, the same email: it is sent once, and a receiver may drop a second copy after a crash. */
  dedupe_key: string
  /** The person who wrote or requested it, if other than the recipient: the senders' limits count them. */
  sender_id?: number | null
  attachments?: Attachment[]
  /** Where a mail program posts that the recipient wants no more of these emails. */
  unsubscribe_url?: string
}

/**
 * `retries` of a job whose email is owed until it is out: once an hour's tries are used up they come a quarter of an
 * hour apart, for two days and more. Emails of a moment (a link or a code that a person waits for) keep the usual hour.
 */
export const emailRetries = 210

/** How a job of an email runs: a person waits for it, and most of its time is the mail server's. */
export const emailPace = { waitedFor: true, concurrency: 12 } as const

/**
 * Sends an email once and writes it to the audit log. Answers false for one that the mail server refuses permanently and for
 * one too many of its sender or recipient, which no repetition mends; throws where a later try may.
 */
export async function sendEmail(ctx: Ctx, declared: DeclaredEmail, outgoing: OutgoingEmail): Promise<boolean> {
  const { name, kind } = declared
  const { user_id, organization_id, about = {}, subject, email, sender_id = user_id, ...message } = outgoing
  const tenant = await asTenant(ctx, organization_id)
  if (await isSent(tenant, name, outgoing)) return true
  try {
    const counted = { name, kind, sender_id }
    const style = await emailStyleOf(ctx, organization_id, name)
    const { broken, ...written } = writeEmail({ subject, email }, style)
    if (broken) {
      ctx.log.error('mail.words_broken', broken, { letter: name, organization_id })
      await addBrokenNotification(ctx, { organization_id, name, version: style.version })
    }
    // Subjects contain names of courses and people: none of them may keep an email from being sent.
    const parts = { ...message, ...written, subject: asOneLine(written.subject), ...senderOf(style.sender) }
    const limit = await sendWithinLimits(ctx, { ...parts, ...counted })
    if (limit) return await noteDropped(tenant, name, outgoing, limit)
  } catch (error) {
    if (!(error instanceof MailFailed) || error.failure !== 'permanent') throw error
    ctx.log.error('mail.refused', error, { letter: name, user_id, ...about })
    return false
  }
  await tenant.audit({
    action: 'mail.sent',
    subject: user_id === null ? null : `user_id:${user_id}`,
    subject_user_id: user_id,
    after: { letter: name, ...about, key: message.dedupe_key },
  })
  return true
}

const senderOf = ({ sender_name, reply_to }: EmailSender) => ({
  ...(sender_name && { sender_name }),
  ...(reply_to && { reply_to }),
})

/** Too many of late: the audit log says why the email did not come. */
async function noteDropped(ctx: Ctx, name: string, { user_id, about }: OutgoingEmail, limit: string): Promise<false> {
  ctx.log.warn('mail.limited', { letter: name, user_id, limit, ...about })
  await ctx.audit({
    action: 'mail.limited',
    subject: user_id === null ? null : `user_id:${user_id}`,
    subject_user_id: user_id,
    after: { letter: name, limit, ...about },
  })
  return false
}

/**
 * A job that runs again, after a crash or for another of its emails, finds here what it has sent already. Without an
 * account only as far back as an email is tried: its recipient has no events to search.
 */
async function isSent({ sql, now }: Ctx, name: string, outgoing: OutgoingEmail): Promise<boolean> {
  const { user_id, organization_id, dedupe_key } = outgoing
  const tried = new Date(now.getTime() - 4 * 86_400_000)
  const recipient =
    user_id === null ? sql`subject_user_id is null and at > ${tried}` : sql`subject_user_id = ${user_id}`
  const [sent] = await sql`
    select 1 from platform.v_audit_event
    where organization_id = ${organization_id} and ${recipient} and action = 'mail.sent'
      and after @> ${sql.json({ letter: name, key: dedupe_key })} limit 1`
  return sent !== undefined
}
