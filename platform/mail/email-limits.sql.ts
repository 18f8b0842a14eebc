import { createHash } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { secondsInWindow } from '#platform/event-window.ts'

/**
 * The purpose of an email. `security`: sign-in. `service`: orders, certificates. `personal`: messages between people,
 * and invitations. `reminder`: unrequested.
 */
export type EmailKind = 'security' | 'service' | 'personal' | 'reminder'

const hour = 60
const day = 24 * hour
type Limit = { emails: number; minutes: number }

/**
 * `recipient`: per address, counted separately for each email name, so that other emails do not use up the limit of
 * account emails. Security emails are limited per hour only, so that too many requests lock no one out for a day.
 * `sender`: per sending account, counted for each kind.
 */
export const emailLimits: Readonly<Record<EmailKind, Readonly<Record<'recipient' | 'sender', Limit>>>> = {
  security: { recipient: { emails: 10, minutes: hour }, sender: { emails: 30, minutes: day } },
  service: { recipient: { emails: 50, minutes: day }, sender: { emails: 300, minutes: day } },
  personal: { recipient: { emails: 20, minutes: day }, sender: { emails: 200, minutes: day } },
  reminder: { recipient: { emails: 3, minutes: day }, sender: { emails: 10, minutes: day } },
}

export type CountedEmail = { to: string; name: string; kind: EmailKind; sender_id: number | null }
/** A reached limit, and the seconds until it allows another email. */
export type EmailLimitReached = { limit: 'recipient' | 'sender'; seconds: number }
export type Reserved = { outgoing_email_id: string } | EmailLimitReached

/**
 * Counts an email before it is sent, or returns the exceeded limit. Emails of one recipient or sender are serialized,
 * so that sending many at once does not get around the limit.
 */
export function reserveEmail(ctx: Ctx, { to, name, kind, sender_id }: CountedEmail): Promise<Reserved> {
  const recipient_hash = createHash('sha256').update(to.toLowerCase()).digest()
  const limits = emailLimits[kind]
  return ctx.tx(async ({ sql, now }) => {
    const since = ({ minutes }: Limit) => new Date(now.getTime() - minutes * 60_000)
    await sql`select pg_advisory_xact_lock(hashtext('email.recipient'), ${recipient_hash.readInt32BE(0)})`
    if (sender_id !== null) await sql`select pg_advisory_xact_lock(hashtext('email.sender'), ${sender_id})`
    const [times] = await sql<{ recipient: Date | null; sender: Date | null }>`
      select (select at from platform.outgoing_email
              where recipient_hash = ${recipient_hash} and name = ${name} and at > ${since(limits.recipient)}
              order by at desc offset ${limits.recipient.emails - 1} limit 1) as recipient,
             (select at from platform.outgoing_email
              where sender_id = ${sender_id}::int and kind = ${kind} and at > ${since(limits.sender)}
              order by at desc offset ${limits.sender.emails - 1} limit 1) as sender`
    const { recipient, sender } = times!
    if (recipient || sender) {
      const waits = [
        recipient ? secondsInWindow(since(limits.recipient), recipient) : 0,
        sender ? secondsInWindow(since(limits.sender), sender) : 0,
      ]
      return { limit: recipient ? 'recipient' : 'sender', seconds: Math.max(...waits) }
    }
    const row = { recipient_hash, name, kind, sender_id, at: now }
    const [reserved] = await sql<{ outgoing_email_id: string }>`
      insert into platform.outgoing_email ${sql(row)} returning outgoing_email_id::text`
    return reserved!
  })
}

/** Undoes `reserveEmail` if the email was not sent. */
export const releaseEmail = async (ctx: Ctx, { outgoing_email_id }: { outgoing_email_id: string }): Promise<void> => {
  await ctx.tx(
    ({ sql }) => sql`delete from platform.outgoing_email where outgoing_email_id = ${outgoing_email_id}::bigint`,
  )
}

/** Deletes rows that no limit needs any more; run by a job. */
export const forgetOldEmails = async ({ sql, now }: Pick<Ctx, 'sql' | 'now'>): Promise<void> => {
  await sql`delete from platform.outgoing_email where at < ${new Date(now.getTime() - 2 * day * 60_000)}`
}
