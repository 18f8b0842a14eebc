import { createElement } from 'react'
import { findResetRecipient, securityChanged } from '../../modules/identity/index.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { pick, say } from '../../platform/texts.ts'
import { emailPace, emailRetries, sendEmail } from '../send-email.ts'
import { SecurityNotice, securityNotices, securityNoticeTexts } from './security-notice.mail.tsx'

/** Tells a person of every change in how they sign in: whoever did not do it must hear of it. */
export const sendSecurityChangeEmail = job({
  name: 'identity.send-security-change-email',
  on: securityChanged,
  ...emailPace,
  retries: emailRetries,
  async run(ctx, { user_id, kind }, attempt) {
    const recipient = await findResetRecipient(ctx, user_id, { again: true })
    if (!recipient) return
    const { locale, organization_id, organization_name, first_name, loginid, email } = recipient
    const href = ctx.use(siteUrlPort)(recipient.organization_code, '/forgot-password')
    const what = pick(locale, securityNotices[kind][0])
    await sendEmail(ctx, {
      name: 'identity.security-notice',
      user_id,
      organization_id,
      to: email,
      subject: say(locale, securityNoticeTexts, 'subject', { what, organization_name }),
      dedupe_key: `identity.security-notice:${attempt.id}`,
      email: createElement(SecurityNotice, { kind, locale, organization_name, first_name, loginid, href }),
    })
  },
})
