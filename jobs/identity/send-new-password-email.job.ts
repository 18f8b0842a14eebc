import { createElement } from 'react'
import { findResetRecipient, passwordChanged } from '../../modules/identity/index.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'
import { emailPace, emailRetries, sendEmail } from '../send-email.ts'
import { NewPasswordEmail, newPasswordTexts } from './new-password.mail.tsx'

/** Tells a person that their password was changed: whoever did not do it must hear of it. */
export const sendNewPasswordEmail = job({
  name: 'identity.send-new-password-email',
  on: passwordChanged,
  ...emailPace,
  retries: emailRetries,
  async run(ctx, { user_id }, attempt) {
    const recipient = await findResetRecipient(ctx, user_id, { again: true })
    if (!recipient) return
    const { locale, organization_id, organization_name, first_name, loginid } = recipient
    const href = ctx.use(siteUrlPort)(recipient.organization_code, '/forgot-password')
    await sendEmail(ctx, {
      name: 'identity.new-password',
      user_id,
      organization_id,
      to: recipient.email,
      subject: say(locale, newPasswordTexts, 'subject', { organization_name }),
      email: createElement(NewPasswordEmail, { locale, organization_name, first_name, loginid, href }),
      dedupe_key: `identity.new-password:${attempt.id}`,
    })
  },
})
