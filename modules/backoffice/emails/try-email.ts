import { randomUUID } from 'node:crypto'
import { backofficeErrors } from '#modules/backoffice/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { MailFailed } from '#platform/mail/mail.ts'
import { type LimitedMessage, sendWithinLimits } from '#platform/mail/send-within-limits.ts'
import { asOneLine } from '#platform/one-line.shared.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { emailDraft } from './email.schema.ts'
import { emailTexts } from './emails.texts.ts'
import { renderSampleEmail } from './sample-email.ts'

export const previewEmail = operation({
  call: 'POST /settings/previewEmail',
  summary: 'Shows an email with sample data as a draft words it. Nothing is saved',
  added: true,
  may: staff('MANAGE_SETTINGS:READ'),
  takes: z.object(emailDraft),
  gives: z.object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    sender_name: z.string().nullable(),
    reply_to: z.string().nullable(),
  }),
  changes: false,
  fails: [errors.notFound],
  run: (ctx, draft) => renderSampleEmail(ctx, draft),
})

export const testEmail = operation({
  call: 'POST /settings/testEmail',
  summary: 'Sends an email with sample data to the address of the person who asks. Nothing is saved',
  added: true,
  may: staff('MANAGE_SETTINGS:UPDATE'),
  takes: z.object(emailDraft),
  gives: z.object({ email: z.string() }),
  fails: [errors.notFound, backofficeErrors.tooManyTests, backofficeErrors.testNotSent],
  rate: 'guess',
  transaction: { own: 'the mail server is asked, outside of any transaction' },
  async run(ctx, draft) {
    const { subject, html, text, sender_name, reply_to } = await renderSampleEmail(ctx, draft)
    const { user_id } = userOf(ctx)
    const [person] = await ctx.unscoped.sql<{ email: string }>`
      select email from identity.v_person where user_id = ${user_id}`
    const to = person!.email
    const limit = await sendTestEmail(ctx, {
      name: 'backoffice.test',
      kind: 'personal',
      sender_id: user_id,
      to,
      subject: asOneLine(localText(ctx.locale, emailTexts, 'testSubject', { subject })),
      html,
      text,
      dedupe_key: `backoffice.test:${randomUUID()}`,
      ...(sender_name && { sender_name }),
      ...(reply_to && { reply_to }),
    })
    if (limit) throw backofficeErrors.tooManyTests(limit.seconds)
    const { organization_id } = ctx.organization
    const { email, language } = draft
    await ctx.tx((inner) =>
      inner.audit({ action: 'email.test', subject: `organization_id:${organization_id}`, after: { email, language } }),
    )
    return { email: to, message: localText(ctx.locale, emailTexts, 'tested', { email: to }) }
  },
})

/** Sends the message immediately, so that failures are reported to the caller instead of being retried by a job. */
async function sendTestEmail(ctx: Ctx, message: LimitedMessage) {
  try {
    return await sendWithinLimits(ctx, message)
  } catch (error) {
    if (!(error instanceof MailFailed)) throw error
    ctx.log.error('mail.test_failed', error)
    throw backofficeErrors.testNotSent()
  }
}
