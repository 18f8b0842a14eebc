import type { ReactElement } from 'react'
import type { LetterName } from '../modules/backoffice/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Attachment } from '../platform/mail/mail.ts'
import { renderLetter } from '../platform/mail/render.ts'
import { mailPort } from '../platform/ports.ts'

export type OutgoingLetter = {
  /** What kind of letter it is; each has its words in the event history. */
  name: LetterName
  /** Whom it is for, and the organization in whose trail it stands; user_id is null for somebody without an account. */
  user_id: number | null
  organization_id: number
  /** What it is about, by id: enough to write it afresh. Never a token, an address or a text. */
  about?: Readonly<Record<string, number>>
  to: string
  subject: string
  letter: ReactElement
  /** The same key, the same letter: a receiver may drop the second copy. */
  dedupe_key: string
  attachments?: Attachment[]
  /** Where a mail program posts that the receiver wants no more of these letters. */
  unsubscribe_url?: string
}

/** Sends a letter and says so in the trail: a letter that does not stand there has not left the house. */
export async function sendLetter(ctx: Ctx, outgoing: OutgoingLetter): Promise<void> {
  const { name, user_id, organization_id, about = {}, letter, ...message } = outgoing
  await ctx.use(mailPort).send({ ...message, ...renderLetter(letter) })
  const tenant = ctx.as({ organization: { organization_id, code: '', name: '', scope: [organization_id] } })
  await tenant.audit({
    action: 'mail.sent',
    subject: user_id === null ? null : `user_id:${user_id}`,
    subject_user_id: user_id,
    after: { letter: name, ...about },
  })
}
