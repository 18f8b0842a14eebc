import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findRequesterToNotify } from '#modules/checkout/entry.ts'
import { refundDecided } from '#modules/checkout/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { RefundDecidedEmail, refundDecisionEmail, requestNotification, requestTexts } from './refund-request.mail.tsx'

const path = pathTo('/manage/payments')

/** Notifies the requester of a refund of the decision, by email and on the page. */
export const sendRefundDecision = emailJob(refundDecisionEmail, {
  on: refundDecided,
  async find(ctx, { refund_attempt_id }) {
    const asker = await findRequesterToNotify(ctx, refund_attempt_id)
    return asker && { ...asker.requester, request: asker.request, organization_code: asker.request.organization_code }
  },
  notification: ({ request }) => ({ text: requestNotification('decidedSubject', request), href: path }),
  write: ({ email, locale, request }, siteUrl, { refund_attempt_id }) => ({
    about: { refund_attempt_id },
    to: email,
    subject: requestTexts(locale, request)('decidedSubject'),
    email: createElement(RefundDecidedEmail, { locale, request, href: siteUrl(path) }),
  }),
  key: ({ refund_attempt_id }) => refund_attempt_id,
})
