import { createElement } from 'react'
import { findRefundLetter, moneyReturned } from '../../modules/checkout/index.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'
import { letterRetries, sendLetter } from '../send-letter.ts'
import { RefundedLetter, refundLetterTexts } from './refund.mail.tsx'

/** Tells the buyer that money went back, and which courses ended with it. */
export const sendRefundLetter = job<{ refund_attempt_id: number }>({
  name: 'checkout.send-refund-letter',
  on: moneyReturned,
  retries: letterRetries,
  async run(ctx, { refund_attempt_id }) {
    const found = await findRefundLetter(ctx, refund_attempt_id)
    if (!found) return
    const { user_id, locale, organization_id, organization_code, organization_name, to } = found
    const href = ctx.use(siteUrlPort)(organization_code, '/settings?tab=payments')
    await sendLetter(ctx, {
      name: 'checkout.refund',
      user_id,
      organization_id,
      about: { refund_attempt_id },
      to,
      subject: say(locale, refundLetterTexts, 'subject', { organization_name }),
      letter: createElement(RefundedLetter, { ...found, href }),
      dedupe_key: `checkout.refund:${refund_attempt_id}`,
    })
  },
})
