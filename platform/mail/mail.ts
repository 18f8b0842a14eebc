import { createHash } from 'node:crypto'
import { isOneLine, isSenderName } from '#platform/one-line.shared.ts'
import { failMail } from './mail-failed.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import type { Email, Mailer, Message } from './message.ts'
import { openTransport } from './smtp.ts'

export type MailerOptions = { smtpUrl?: string; from: string; mailbox?: Mailbox; production?: boolean }

/**
 * SMTP if `smtpUrl` is set, otherwise the local mailbox that `/dev/mailbox` shows. In production a mailer without an
 * SMTP server throws: emails that no one receives would look sent.
 */
export function openMailer(options: MailerOptions): Mailer {
  const { smtpUrl, from, production = process.env.NODE_ENV === 'production' } = options
  if (!isOneLine(from)) throw new Error('The sender of mail must be one line')
  if (smtpUrl) return mailer(from, openTransport(smtpUrl))
  if (production) throw new Error('Mail needs an SMTP server in production: set SMTP_URL')
  const mailbox = options.mailbox ?? openMailbox()
  return mailer(from, (email) => mailbox.add(email))
}

/** A mailer for tests: records sent emails in `sent`, oldest first, with the same refusals as the real one. */
export function captureMail(from = 'Waypost <no-reply@waypost.test>'): Mailer & { sent: Email[] } {
  const emails: Email[] = []
  return { ...mailer(from, async (email) => void emails.push(email)), sent: emails }
}

function mailer(from: string, deliver: (email: Email) => Promise<void>): Mailer {
  return {
    async send(message) {
      checkHeaders(message)
      const message_id = messageId(from, message.dedupe_key)
      await deliver({ ...message, from: senderOf(from, message.sender_name), message_id })
      return { message_id }
    },
  }
}

/** 'Name <address>' with another name, quoted because commas and full stops have a meaning in headers. */
function senderOf(from: string, name: string | undefined): string {
  const address = /<([^<>]+)>/.exec(from)?.[1] ?? from
  return name ? `"${name}" <${address}>` : from
}

/** The same key gives the same id, so that receivers can drop a duplicate after a lost response. */
function messageId(from: string, dedupe_key: string): string {
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return `${createHash('sha256').update(dedupe_key).digest('hex').slice(0, 40)}@${domain}`
}

const addressPattern = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,190}$/

/** A line break or a second address in a header would let a text's author email other people. */
function checkHeaders({ to, subject, unsubscribe_url, sender_name = '', reply_to, attachments = [] }: Message) {
  if (!isOneLine(to) || !addressPattern.test(to)) failMail('permanent', 'The address is not one plain e-mail address')
  for (const line of [subject, ...attachments.flatMap(({ name, content_type }) => [name, content_type])]) {
    if (!isOneLine(line)) failMail('permanent', 'A subject or attachment name must be one line')
  }
  if (!isSenderName(sender_name)) failMail('permanent', 'The name of the sender must be one line of plain words')
  if (reply_to !== undefined && !(isOneLine(reply_to) && addressPattern.test(reply_to)))
    failMail('permanent', 'The address for answers is not one plain e-mail address')
  if (unsubscribe_url !== undefined && !(isOneLine(unsubscribe_url) && /^https?:\/\/[^\s<>,]+$/u.test(unsubscribe_url)))
    failMail('permanent', 'The address to unsubscribe at must be one address')
}

export { MailFailed } from './mail-failed.ts'
export type { Attachment, Email, Mailer, MailPicture, Message } from './message.ts'
