import { createElement } from 'react'
import { findAsker, refundDecided } from '../../modules/checkout/index.ts'
import { addNotification } from '../../modules/identity/index.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { emailPace, emailRetries, sendEmail } from '../send-email.ts'
import { RefundDecidedEmail, refundDecisionEmail, requestBell, requestSpeech } from './refund-request.mail.tsx'

const path = '/manage/payments'

/** Tells the requester of a refund how it was decided, by email and at the bell. */
export const sendRefundDecision = job<{ refund_attempt_id: number }>({
  name: 'checkout.send-refund-decision',
  on: refundDecided,
  ...emailPace,
  retries: emailRetries,
  async run(ctx, { refund_attempt_id }) {
    const found = await findAsker(ctx, refund_attempt_id)
    if (!found) return
    const { request, asker } = found
    const { user_id, organization_id, email: to, locale } = asker
    const cause = `checkout.refund-decision:${refund_attempt_id}`
    await addNotification(ctx, { user_id, cause, text: requestBell('decidedSubject', request), href: path })
    await sendEmail(ctx, refundDecisionEmail, {
      user_id,
      organization_id,
      to,
      about: { refund_attempt_id },
      subject: () => requestSpeech(locale, request)('decidedSubject'),
      email: () =>
        createElement(RefundDecidedEmail, {
          locale,
          request,
          href: ctx.use(siteUrlPort)(request.organization_code, path),
        }),
      dedupe_key: cause,
    })
  },
})
