import type { ReactElement } from 'react'
import type { LetterName } from '../modules/backoffice/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { type Attachment, MailFailed } from '../platform/mail/mail.ts'
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
  /** Not where it stands in the trail: a job of several letters is repeated for the one that failed. */
  once?: boolean
}

/**
 * `retries` of a job whose letter is owed until it is out: once an hour's tries are used up they come a quarter of an
 * hour apart, for two days and more. Letters of a moment (a link or a code that somebody waits for) keep the usual hour.
 */
export const letterRetries = 210

/**
 * Sends a letter and says so in the trail: a letter that does not stand there has not left the house. Answers false for
 * one that the mail server refuses for good, which no repetition mends; throws where a later try may.
 */
export async function sendLetter(ctx: Ctx, outgoing: OutgoingLetter): Promise<boolean> {
  const { name, user_id, organization_id, about = {}, letter, once, ...message } = outgoing
  const tenant = ctx.as({ organization: { organization_id, code: '', name: '', scope: [organization_id] } })
  if (once && (await isSent(tenant, outgoing))) return true
  try {
    await ctx.use(mailPort).send({ ...message, ...renderLetter(letter) })
  } catch (error) {
    if (!(error instanceof MailFailed) || error.failure !== 'permanent') throw error
    ctx.log.error('mail.refused', error, { letter: name, user_id, ...about })
    return false
  }
  await tenant.audit({
    action: 'mail.sent',
    subject: user_id === null ? null : `user_id:${user_id}`,
    subject_user_id: user_id,
    after: { letter: name, ...about },
  })
  return true
}

async function isSent({ sql }: Ctx, { name, user_id, organization_id, about = {} }: OutgoingLetter): Promise<boolean> {
  const [sent] = await sql`
    select 1 from platform.v_audit_event
    where organization_id = ${organization_id} and subject_user_id = ${user_id} and action = 'mail.sent'
      and after @> ${sql.json({ letter: name, ...about })} limit 1`
  return sent !== undefined
}
