import type { ReactElement } from 'react'
import type { Ctx } from '../platform/ctx.ts'
import type { Fact } from '../platform/facts.ts'
import type { DeclaredEmail } from '../platform/mail/declare-email.ts'
import { siteUrlPort } from '../platform/ports.ts'
import { type Attempt, type Job, job } from '../platform/queue/job.ts'
import { emailPace, emailRetries, type OutgoingEmail, sendEmail } from './send-email.ts'

/** The recipient of an email; user_id is null for a person without an account. */
type Recipient = {
  user_id: number | null
  organization_id: number
  /** Of the site that the links of the email lead to. */
  organization_code: string | null
}

type Written = Pick<OutgoingEmail, 'about' | 'to' | 'sender_id' | 'attachments'> & {
  subject: string
  email: ReactElement
}
type Linked = (path: string) => string

type EmailJob<D extends object, F extends Recipient> = {
  on: Fact<D> | readonly Fact<D>[]
  /** `usual` for a link or a code that a person waits for; every other email is owed until it is out. */
  retries?: 'usual'
  /** What the email tells, or null if there is nothing left to tell. */
  find: (ctx: Ctx, data: D, attempt: Attempt) => Promise<F | null>
  /** `siteUrl` makes the full address of a path on the recipient's site. */
  write: (found: F, siteUrl: Linked, data: D) => Written
  /** Tells this email from others of its kind: the same key, the same email. The try's own where none is given. */
  key?: (data: D, found: F, attempt: Attempt) => string | number
}

/** Declares a job that sends one email for a fact: `checkout.refund` is sent by the job `checkout.send-refund`. */
export function emailJob<D extends object, F extends Recipient>(kind: DeclaredEmail, declared: EmailJob<D, F>): Job<D> {
  const { name } = kind
  const { on, find, write, key = (_data, _found, { id }) => id } = declared
  return job<D>({
    name: name.replace('.', '.send-') as `${string}.${string}`,
    on,
    ...emailPace,
    ...(declared.retries !== 'usual' && { retries: emailRetries }),
    async run(ctx, data, attempt) {
      const found = await find(ctx, data, attempt)
      if (!found) return
      const { user_id, organization_id, organization_code } = found
      const siteUrl = (path: string) => ctx.use(siteUrlPort)(organization_code, path)
      const dedupe_key = `${name}:${key(data, found, attempt)}`
      const written = () => write(found, siteUrl, data)
      const { about, to, sender_id, attachments } = written()
      await sendEmail(ctx, kind, {
        user_id,
        organization_id,
        dedupe_key,
        to,
        ...(about && { about }),
        ...(sender_id !== undefined && { sender_id }),
        ...(attachments && { attachments }),
        subject: () => written().subject,
        email: () => written().email,
      })
    },
  })
}
