export type Attachment = { name: string; content_type: string; bytes: Uint8Array }
/** A picture within the HTML, which names it as `cid:<id>`. */
export type MailPicture = { id: string; content_type: string; bytes: Uint8Array }

/** One email to one address (`to` is the bare address). `dedupe_key` identifies it: the same key, the same email. */
export type Message = {
  to: string
  subject: string
  html: string
  text: string
  dedupe_key: string
  attachments?: Attachment[]
  pictures?: MailPicture[]
  /** The sender's name; the address stays the one that our mail server may use. */
  sender_name?: string | undefined
  /** The address for replies. */
  reply_to?: string | undefined
  /** The one-click unsubscribe address (RFC 8058), which contains a secret. */
  unsubscribe_url?: string
}

/** A message with the mailer's additions; `message_id` is without angle brackets. */
export type Email = Message & { from: string; message_id: string }

/** `send` resolves when the next server has accepted the email; it throws MailFailed, which states whether to retry. */
export type Mailer = { send(message: Message): Promise<{ message_id: string }> }
