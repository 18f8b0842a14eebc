import { createElement } from 'react'
import { findRefusalEmail, paymentRefused } from '../../modules/checkout/index.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'
import { emailPace, emailRetries, sendEmail } from '../send-email.ts'
import { PaymentRefusedEmail, refusalTexts } from './refusal.mail.tsx'

/** Tells a buyer who was told to wait that nothing was charged; not of an order that is paid or cancelled by now. */
export const sendRefusal = job({
  name: 'checkout.send-refusal',
  on: paymentRefused,
  ...emailPace,
  retries: emailRetries,
  async run(ctx, { payment_attempt_id }) {
    const refusal = await findRefusalEmail(ctx, payment_attempt_id)
    if (!refusal) return
    const { user_id, organization_id, organization_name, site_code, order_id, written, to, locale } = refusal
    const href = ctx.use(siteUrlPort)(site_code, written ? `/checkout/order/${order_id}` : '/checkout')
    await sendEmail(ctx, {
      name: 'checkout.refusal',
      ...{ user_id, organization_id, to },
      about: { order_id },
      subject: say(locale, refusalTexts, 'subject', { organization: organization_name }),
      email: createElement(PaymentRefusedEmail, { refusal, href }),
      dedupe_key: `checkout.refusal:${payment_attempt_id}`,
    })
  },
})
