import { createElement } from 'react'
import { emailPace, emailRetries, sendEmail } from '#jobs/send-email.ts'
import { findEmail, markEmailSent, type OwedEmail } from '#modules/identity/entry.ts'
import { emailQueued } from '#modules/identity/facts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { job } from '#platform/queue/job.ts'
import { localText } from '#platform/texts.ts'
import { SignInChangedEmail, signInChangedEmail, signInChangedTexts } from './sign-in-changed.mail.tsx'
import { WrittenEmail, writtenEmail } from './written.mail.tsx'

/** Sends a stored email: one written by staff, or the notice of a changed address. */
export const sendOwedEmail = job({
  name: 'identity.send-owed-email',
  on: emailQueued,
  ...emailPace,
  retries: emailRetries,
  async run(ctx, { letter_id }) {
    const email = await findEmail(ctx, letter_id)
    if (!email) return
    const { user_id, organization_id, to_email: to } = email
    await sendEmail(ctx, email.kind === 'written' ? writtenEmail : signInChangedEmail, {
      user_id,
      organization_id,
      about: { letter_id },
      to,
      ...(email.kind === 'written' ? writtenContent(email) : addressChangeEmail(ctx, email)),
      sender_id: email.sent_by ?? user_id,
      dedupe_key: `identity.letter:${letter_id}`,
    })
    await markEmailSent(ctx, letter_id)
  },
})

const writtenContent = (owedEmail: OwedEmail) => ({
  subject: () => owedEmail.subject,
  email: () => createElement(WrittenEmail, owedEmail),
})

function addressChangeEmail(ctx: Ctx, { locale, organization_code, organization_name, first_name, email }: OwedEmail) {
  const href = ctx.use(siteUrlPort)(organization_code, pathTo('/login'))
  const props = { locale, organization_name, first_name, masked: maskAddress(email), href }
  return {
    subject: () => localText(locale, signInChangedTexts, 'subject', { organization_name }),
    email: () => createElement(SignInChangedEmail, props),
  }
}

/** v***@example.com */
const maskAddress = (email: string) => email.replace(/^(.).*(?=@)/, '$1***')
