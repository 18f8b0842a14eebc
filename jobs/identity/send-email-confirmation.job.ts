import { createElement } from 'react'
import { emailConfirmationAsked, findResetRecipient, insertResetLink } from '../../modules/identity/index.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'
import { emailPace, sendEmail } from '../send-email.ts'
import { ConfirmAddressEmail, confirmEmailTexts } from './confirm-email.mail.tsx'

/**
 * Sends the link by which somebody who is signed in confirms their address. It counts among the five links that an
 * account gets within the hour. A second run may send another link.
 */
export const sendEmailConfirmation = job({
  name: 'identity.send-email-confirmation',
  on: emailConfirmationAsked,
  ...emailPace,
  async run(ctx, { user_id }, attempt) {
    const recipient = await findResetRecipient(ctx, user_id, { again: attempt.number > 1 })
    if (!recipient) return
    const token = await insertResetLink(ctx, recipient)
    const { locale, organization_id, organization_code, organization_name, first_name, loginid, email } = recipient
    const href = ctx.use(siteUrlPort)(organization_code, `/confirm-email?token=${token}`)
    await sendEmail(ctx, {
      name: 'identity.confirm-email',
      user_id,
      organization_id,
      to: email,
      subject: say(locale, confirmEmailTexts, 'subject', { organization_name }),
      email: createElement(ConfirmAddressEmail, { locale, organization_name, first_name, loginid, href }),
      dedupe_key: `identity.confirm-email:${attempt.id}`,
    })
  },
})
