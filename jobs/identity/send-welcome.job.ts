import { createElement } from 'react'
import { findResetRecipient, insertResetLink, welcomeOwed } from '../../modules/identity/index.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'
import { emailPace, emailRetries, sendEmail } from '../send-email.ts'
import { WelcomeEmail, welcomeTexts } from './welcome.mail.tsx'

const sevenDays = 7 * 24 * 60

/** Sends the link to choose a first password to somebody whom staff have added. A second run may send another link. */
export const sendWelcome = job({
  name: 'identity.send-welcome',
  on: welcomeOwed,
  ...emailPace,
  retries: emailRetries,
  async run(ctx, { user_id }, attempt) {
    const recipient = await findResetRecipient(ctx, user_id, { again: attempt.number > 1 })
    if (!recipient) return
    const token = await insertResetLink(ctx, recipient, { minutes: sevenDays })
    const { locale, organization_id, organization_code, organization_name, first_name, loginid, email } = recipient
    const href = ctx.use(siteUrlPort)(organization_code, `/change-password?token=${token}`)
    await sendEmail(ctx, {
      name: 'identity.welcome',
      user_id,
      organization_id,
      to: email,
      subject: say(locale, welcomeTexts, 'subject', { organization_name }),
      email: createElement(WelcomeEmail, { locale, organization_name, first_name, loginid, href }),
      dedupe_key: `identity.welcome:${attempt.id}`,
    })
  },
})
