import { createElement } from 'react'
import { findApprovers, refundAsked } from '../../modules/checkout/index.ts'
import { addNotification } from '../../modules/identity/index.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { emailPace, emailRetries, sendEmail } from '../send-email.ts'
import { RefundAskedEmail, refundRequestEmail, requestBell, requestSpeech } from './refund-request.mail.tsx'

const path = '/manage/payments/awaiting'

/**
 * Tells the people who may decide, by email and at the bell, that a refund waits for a second person. An address that
 * cannot be reached does not delay the others; later tries are for it alone.
 */
export const sendRefundRequest = job<{ refund_attempt_id: number }>({
  name: 'checkout.send-refund-request',
  on: refundAsked,
  ...emailPace,
  retries: emailRetries,
  async run(ctx, { refund_attempt_id }) {
    const found = await findApprovers(ctx, refund_attempt_id)
    if (!found) return
    const failures: unknown[] = []
    for (const approver of found.approvers) {
      await tell(ctx, found.request, approver).catch((error) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  },
})

type Found = NonNullable<Awaited<ReturnType<typeof findApprovers>>>

async function tell(ctx: Ctx, request: Found['request'], approver: Found['approvers'][number]) {
  const { user_id, organization_id, email: to, locale } = approver
  const { refund_attempt_id, organization_code } = request
  const cause = `checkout.refund-request:${refund_attempt_id}`
  await addNotification(ctx, { user_id, cause, text: requestBell('askedSubject', request), href: path })
  await sendEmail(ctx, refundRequestEmail, {
    user_id,
    organization_id,
    to,
    about: { refund_attempt_id },
    subject: () => requestSpeech(locale, request)('askedSubject'),
    email: () =>
      createElement(RefundAskedEmail, {
        locale,
        request,
        href: ctx.use(siteUrlPort)(organization_code, path),
      }),
    dedupe_key: `${cause}:${user_id}`,
  })
}
