import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findRefundEmail } from '#modules/checkout/entry.ts'
import { moneyReturned } from '#modules/checkout/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { RefundedEmail, refundEmail, refundEmailTexts } from './refund.mail.tsx'

/** Notifies the buyer of a refund, and of the courses that ended with it. */
export const sendRefund = emailJob(refundEmail, {
  on: moneyReturned,
  find: (ctx, { refund_attempt_id }) => findRefundEmail(ctx, refund_attempt_id),
  write: (recipient, siteUrl, { refund_attempt_id }) => ({
    about: { refund_attempt_id },
    to: recipient.to,
    subject: localText(recipient.locale, refundEmailTexts, 'subject', {
      organization_name: recipient.organization_name,
    }),
    email: createElement(RefundedEmail, {
      ...recipient,
      href: siteUrl(pathTo('/settings', { query: { tab: 'payments' } })),
    }),
  }),
  key: ({ refund_attempt_id }) => refund_attempt_id,
})
