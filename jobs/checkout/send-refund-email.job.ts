import { createElement } from 'react'
import { findRefundEmail, moneyReturned } from '../../modules/checkout/index.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'
import { emailPace, emailRetries, sendEmail } from '../send-email.ts'
import { RefundedEmail, refundEmailTexts } from './refund.mail.tsx'

/** Tells the buyer that money went back, and which courses ended with it. */
export const sendRefundEmail = job<{ refund_attempt_id: number }>({
  name: 'checkout.send-refund-email',
  on: moneyReturned,
  ...emailPace,
  retries: emailRetries,
  async run(ctx, { refund_attempt_id }) {
    const found = await findRefundEmail(ctx, refund_attempt_id)
    if (!found) return
    const { user_id, locale, organization_id, organization_code, organization_name, to } = found
    const href = ctx.use(siteUrlPort)(organization_code, '/settings?tab=payments')
    await sendEmail(ctx, {
      name: 'checkout.refund',
      user_id,
      organization_id,
      about: { refund_attempt_id },
      to,
      subject: say(locale, refundEmailTexts, 'subject', { organization_name }),
      email: createElement(RefundedEmail, { ...found, href }),
      dedupe_key: `checkout.refund:${refund_attempt_id}`,
    })
  },
})
