import type { ReactElement } from 'react'
import { addNotification } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fact } from '#platform/facts.ts'
import type { DeclaredEmail } from '#platform/mail/declare-email.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { type Attempt, type Job, job } from '#platform/queue/job.ts'
import type { Sentence } from '#platform/sentence.ts'
import { emailPace, emailRetries, type OutgoingEmail, sendEmail } from './send-email.ts'

/** The recipient of an email; user_id is null for a person without an account. */
type Recipient = {
  user_id: number | null
  organization_id: number
  /** The site that the email's links lead to. */
  organization_code: string | null
}

type WrittenEmail = Pick<OutgoingEmail, 'about' | 'to' | 'sender_id' | 'attachments'> & {
  subject: string
  email: ReactElement
}
type SiteUrl = (path: string, base?: 'installation') => string

type EmailJob<D extends object, F extends Recipient> = {
  on: Fact<D> | readonly Fact<D>[]
  /** The job's name, if it differs from the email's. */
  job?: `${string}.${string}`
  /** `default` for a link or code that a person is waiting for; all other emails are retried until they are sent. */
  retries?: 'default'
  /** The email's data, for each recipient; null if there is nothing left to send. */
  find: (ctx: Ctx, data: D, attempt: Attempt) => Promise<F | readonly F[] | null>
  /** `siteUrl` builds the full address of a path on the recipient's site. */
  write: (recipient: F, siteUrl: SiteUrl, data: D) => WrittenEmail
  /** The notification for a recipient with an account, and its link. */
  notification?: (recipient: F) => { text: Sentence; href: string }
  /**
   * Identifies the email among others of its kind: a repeated key sends no second one. By default the job's own key,
   * which is equal for every attempt.
   */
  key?: (data: D, recipient: F, attempt: Attempt) => string | number
}

/**
 * Declares a job that sends an email for a fact: `checkout.refund` is sent by the job `checkout.send-refund`. An
 * unreachable address does not delay the other recipients; only that one is retried.
 */
export function emailJob<D extends object, F extends Recipient>(
  kind: DeclaredEmail,
  declaration: EmailJob<D, F>,
): Job<D> {
  const { name } = kind
  const { on, find, key = (_data, _recipient, { id }) => id } = declaration
  return job<D>({
    name: declaration.job ?? (name.replace('.', '.send-') as `${string}.${string}`),
    on,
    ...emailPace,
    inSandbox: true,
    ...(declaration.retries !== 'default' && { retries: emailRetries }),
    async run(ctx, data, attempt) {
      const failures: unknown[] = []
      for (const recipient of [(await find(ctx, data, attempt)) ?? []].flat() as F[]) {
        const dedupe_key = `${name}:${key(data, recipient, attempt)}`
        await send(ctx, kind, declaration, { data, recipient, dedupe_key }).catch((error) => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
  })
}

type SendContext<D, F> = { data: D; recipient: F; dedupe_key: string }

async function send<D extends object, F extends Recipient>(
  ctx: Ctx,
  kind: DeclaredEmail,
  { write, notification }: EmailJob<D, F>,
  { data, recipient, dedupe_key }: SendContext<D, F>,
): Promise<void> {
  const { user_id, organization_id, organization_code } = recipient
  if (notification && user_id !== null)
    await addNotification(ctx, { user_id, cause: dedupe_key, ...notification(recipient) })
  const siteUrl: SiteUrl = (path, base) => ctx.use(siteUrlPort)(organization_code, path, base)
  const writeEmail = () => write(recipient, siteUrl, data)
  const { about, to, sender_id, attachments } = writeEmail()
  await sendEmail(ctx, kind, {
    user_id,
    organization_id,
    dedupe_key,
    to,
    ...(about && { about }),
    ...(sender_id !== undefined && { sender_id }),
    ...(attachments && { attachments }),
    subject: () => writeEmail().subject,
    email: () => writeEmail().email,
  })
}
