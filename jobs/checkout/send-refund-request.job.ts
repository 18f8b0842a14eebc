import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findApprovers } from '#modules/checkout/entry.ts'
import { refundRequested } from '#modules/checkout/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { RefundRequestedEmail, refundRequestEmail, requestNotification, requestTexts } from './refund-request.mail.tsx'

const path = pathTo('/manage/payments/awaiting')

/** Notifies the people who may decide, by email and in the product, that a refund waits for a second person. */
export const sendRefundRequest = emailJob(refundRequestEmail, {
  on: refundRequested,
  async find(ctx, { refund_attempt_id }) {
    const { request, approvers = [] } = (await findApprovers(ctx, refund_attempt_id)) ?? {}
    return approvers.map((approver) => ({
      ...approver,
      request: request!,
      organization_code: request!.organization_code,
    }))
  },
  notification: ({ request }) => ({ text: requestNotification('askedSubject', request), href: path }),
  write: ({ email, locale, request }, siteUrl, { refund_attempt_id }) => ({
    about: { refund_attempt_id },
    to: email,
    subject: requestTexts(locale, request)('askedSubject'),
    email: createElement(RefundRequestedEmail, { locale, request, href: siteUrl(path) }),
  }),
  key: ({ refund_attempt_id }, { user_id }) => `${refund_attempt_id}:${user_id}`,
})
