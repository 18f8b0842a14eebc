import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findRefusalEmail } from '#modules/checkout/entry.ts'
import { paymentRefused } from '#modules/checkout/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { PaymentRefusedEmail, refusalEmail, refusalTexts } from './refusal.mail.tsx'

/**
 * Notifies a buyer whose payment was pending that nothing was charged, unless the order has been paid or canceled
 * since.
 */
export const sendRefusal = emailJob(refusalEmail, {
  on: paymentRefused,
  find: (ctx, { payment_attempt_id }) => findRefusalEmail(ctx, payment_attempt_id),
  write: (refusal, siteUrl) => ({
    about: { order_id: refusal.order_id },
    to: refusal.to,
    subject: localText(refusal.locale, refusalTexts, 'subject', { organization: refusal.organization_name }),
    email: createElement(PaymentRefusedEmail, {
      refusal,
      href: siteUrl(
        refusal.written ? pathTo('/checkout/order/:orderId', { orderId: refusal.order_id }) : pathTo('/checkout'),
      ),
    }),
  }),
  key: ({ payment_attempt_id }) => payment_attempt_id,
})
