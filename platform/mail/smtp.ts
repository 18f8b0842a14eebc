import { createTransport } from 'nodemailer'
import { requireOutbound } from '#platform/outbound.ts'
import { failMail } from './mail-failed.ts'
import type { Email, MailPicture } from './message.ts'

const connectTimeoutMs = 10_000
const silenceTimeoutMs = 60_000

/**
 * Sends through the server in `smtpUrl`: `smtps://user:password@host` (TLS from the start) or `smtp://` (STARTTLS,
 * required unless the server is local or the address says `?ignoreTLS=true`). `?tls.servername=` and the like are
 * passed on. One connection per email: a pool would resend by itself after a lost connection.
 */
export function openTransport(smtpUrl: string): (email: Email) => Promise<void> {
  const transport = connect(smtpUrl)
  return async (email) => {
    requireOutbound('mail')
    await transport.sendMail(envelopeOf(email)).catch(classed)
  }
}

const connect = (smtpUrl: string) =>
  createTransport({
    url: smtpUrl,
    requireTLS: needsTls(new URL(smtpUrl)),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/** Greets the mail server, starts TLS and signs in; sends nothing. Throws if one of these fails. */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transport = connect(smtpUrl)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Whether emails must be encrypted in transit. */
export function needsTls({ protocol, hostname, searchParams }: URL): boolean {
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'smtp:' && !local && searchParams.get('ignoreTLS') !== 'true'
}

/** Mail programs show their own unsubscribe button for these headers; it posts without signing in (RFC 8058). */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

function envelopeOf(email: Email) {
  const {
    from,
    to,
    subject,
    html,
    text,
    message_id,
    unsubscribe_url,
    reply_to,
    attachments = [],
    pictures = [],
  } = email
  return {
    from,
    // An object is one address, taken literally; a string would be parsed as a list.
    to: { name: '', address: to },
    ...(reply_to && { replyTo: { name: '', address: reply_to } }),
    subject,
    html,
    text,
    messageId: `<${message_id}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe_url && oneClick(unsubscribe_url)) },
    attachments: [
      ...attachments.map(({ name, content_type, bytes }) => ({
        filename: name,
        contentType: content_type,
        content: Buffer.from(bytes),
      })),
      ...pictures.map(inlinePart),
    ],
  }
}

const inlinePart = ({ id, content_type, bytes }: MailPicture) => ({
  cid: id,
  filename: false as const,
  contentType: content_type,
  contentDisposition: 'inline' as const,
  content: Buffer.from(bytes),
})

type SmtpError = { code?: string; permanent?: boolean; responseCode?: number; command?: string }

// If the server refuses our password, encryption or sender, the mistake is ours: the email must be sent once it is
// fixed.
const ownFaultCodes = new Set([530, 534, 535, 538])

/** Only the server's verdict on this email or its receiver is final; everything else may work later. */
function classed(error: SmtpError): never {
  const { code = 'unknown', permanent = false, responseCode, command = '' } = error
  const isOurFault = ownFaultCodes.has(responseCode ?? 0) || (command === 'MAIL FROM' && responseCode !== 552)
  const about_letter = ['RCPT TO', 'DATA', 'MAIL FROM'].includes(command) && permanent && !isOurFault
  const unsendable = responseCode === undefined && ['EENVELOPE', 'EMESSAGE'].includes(code)
  const reason = `The mail server did not take the letter (${[code, command, responseCode].filter(Boolean).join(' ')})`
  failMail(about_letter || unsendable ? 'permanent' : 'temporary', reason, responseCode)
}
