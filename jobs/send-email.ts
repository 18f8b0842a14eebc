import type { ReactElement } from 'react'
import { asTenant, isRemoved } from '#modules/identity/index.ts'
import type { EmailSender } from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { DeclaredEmail } from '#platform/mail/declare-email.ts'
import { type Attachment, MailFailed, type MailPicture } from '#platform/mail/mail.ts'
import { sendWithinLimits } from '#platform/mail/send-within-limits.ts'
import { asOneLine } from '#platform/one-line.shared.ts'
import { isErasedAddress } from '#platform/personal-data/erased-address.ts'
import { addBrokenNotification, emailStyleOf, writeEmail } from './email-words.ts'

export type OutgoingEmail = {
  /**
   * The recipient, and the organization whose audit log records the email; user_id is null for a person without an
   * account.
   */
  user_id: number | null
  organization_id: number
  /** The ids needed to write the email again. Never a token, an address or a text. */
  about?: Readonly<Record<string, number>>
  to: string
  /** Evaluated when the email goes out, with the organization's texts. */
  subject: () => string
  email: () => ReactElement
  /** Emails with the same key are sent once. A receiver may drop a second copy after a crash. */
  dedupe_key: string
  /** The person who wrote or requested it, if not the recipient. Counts toward their limits. */
  sender_id?: number | null
  attachments?: Attachment[]
  /** Pictures that the email shows as `cid:<id>`. */
  pictures?: MailPicture[]
  /** The List-Unsubscribe address that mail programs post to. */
  unsubscribe_url?: string
}

/**
 * `retries` of a job whose email must be sent eventually: after the default hour, it is tried every quarter of an hour
 * for more than two days. Links and codes that a person waits for keep the default hour.
 */
export const emailRetries = 210

/** The pace of email jobs: people wait for them, and they spend most of their time on the mail server. */
export const emailPace = { userWaits: true, concurrency: 12 } as const

/**
 * Sends an email once and records it in the audit log. Returns false if the recipient was erased or their account was
 * removed, the mail server refuses the email permanently or a sending limit is reached. Throws if a later try may
 * succeed.
 */
export async function sendEmail(ctx: Ctx, declaration: DeclaredEmail, outgoing: OutgoingEmail): Promise<boolean> {
  const { name, kind } = declaration
  const { user_id, organization_id, about = {}, subject, email, sender_id = user_id, ...message } = outgoing
  const tenant = await asTenant(ctx, organization_id)
  if (await isSent(tenant, name, outgoing)) return true
  if (isErasedAddress(outgoing.to)) return false
  if (user_id !== null && !declaration.toRemoved && (await isRemoved(ctx, user_id))) return false
  try {
    const labels = { name, kind, sender_id }
    const style = await emailStyleOf(ctx, organization_id, declaration)
    const { broken, ...written } = writeEmail({ subject, email }, style)
    if (broken) {
      ctx.log.error('mail.words_broken', broken, { letter: name, organization_id })
      await addBrokenNotification(ctx, { organization_id, name, version: style.version })
    }
    // Subjects contain names of courses and people, none of which may prevent the email.
    const parts = { ...message, ...written, subject: asOneLine(written.subject), ...senderOf(style.sender) }
    const exceeded = await sendWithinLimits(ctx, { ...parts, ...labels })
    if (exceeded) return await noteDropped(tenant, name, outgoing, exceeded.limit)
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

/** Records in the audit log that an email was dropped because of a limit. */
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
 * Whether an earlier run of the job, before a crash or for another recipient, has already sent this email. Without an
 * account it looks back only as far as emails are retried, because the recipient has no events to search.
 */
async function isSent({ sql, now }: Ctx, name: string, outgoing: OutgoingEmail): Promise<boolean> {
  const { user_id, organization_id, dedupe_key } = outgoing
  const since = new Date(now.getTime() - 4 * 86_400_000)
  const recipient =
    user_id === null ? sql`subject_user_id is null and at > ${since}` : sql`subject_user_id = ${user_id}`
  const [row] = await sql`
    select 1 from platform.v_audit_event
    where organization_id = ${organization_id} and ${recipient} and action = 'mail.sent'
      and after @> ${sql.json({ letter: name, key: dedupe_key })} limit 1`
  return row !== undefined
}
