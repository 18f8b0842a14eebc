import { createElement } from 'react'
import { findApprovers, refundAsked } from '../../modules/checkout/index.ts'
import { addNotification } from '../../modules/identity/index.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { sendLetter } from '../send-letter.ts'
import { RefundAskedLetter, requestSpeech } from './refund-request.mail.tsx'

const path = '/manage/payments/awaiting'

/** Tells those who may decide, by letter and at the bell, that a refund waits for a second person. */
export const sendRefundRequest = job<{ refund_attempt_id: number }>({
  name: 'checkout.send-refund-request',
  on: refundAsked,
  async run(ctx, { refund_attempt_id }) {
    const found = await findApprovers(ctx, refund_attempt_id)
    if (!found) return
    const { request, approvers } = found
    const href = ctx.use(siteUrlPort)(request.organization_code, path)
    const [english, spanish] = [requestSpeech('en-us', request), requestSpeech('es-es', request)]
    for (const { user_id, organization_id, email: to, locale } of approvers) {
      const cause = `checkout.refund-request:${refund_attempt_id}`
      await addNotification(ctx, {
        user_id,
        cause,
        text: [english('askedSubject'), spanish('askedSubject')],
        href: path,
      })
      await sendLetter(ctx, {
        name: 'checkout.refund-request',
        ...{ user_id, organization_id, to },
        about: { refund_attempt_id },
        subject: requestSpeech(locale, request)('askedSubject'),
        letter: createElement(RefundAskedLetter, { locale, request, href }),
        dedupe_key: `${cause}:${user_id}`,
      })
    }
  },
})
