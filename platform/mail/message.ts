export type Attachment = { name: string; content_type: string; bytes: Uint8Array }

/** One email to one address (`to` is the bare address). `dedupe_key` names what it is about: the same key, the same email. */
export type Message = {
  to: string
  subject: string
  html: string
  text: string
  dedupe_key: string
  attachments?: Attachment[]
  /** The name of the sender; the address stays the one that our mail server may send from. */
  sender_name?: string | undefined
  /** The address that answers go to. */
  reply_to?: string | undefined
  /**
   * Where a mail program posts that the recipient wants no more of these emails (RFC 8058): an address with a secret.
   */
  unsubscribe_url?: string
}

/** A message with what the mailer adds; `message_id` is without its angle brackets. */
export type Email = Message & { from: string; message_id: string }

/** `send` is done when the next server has taken the email; fails with MailFailed, which says whether to try again. */
export type Mailer = { send(message: Message): Promise<{ message_id: string }> }
