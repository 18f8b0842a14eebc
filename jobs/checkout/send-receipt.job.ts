import { createElement } from 'react'
import { findReceiptEmail, orderPaid, receiptAsked } from '../../modules/checkout/index.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'
import { emailPace, emailRetries, sendEmail } from '../send-email.ts'
import { ReceiptEmail, receiptTexts } from './receipt.mail.tsx'

/**
 * Sends the receipt of a paid order. The same order has the same email, so that a second one can be dropped, unless
 * somebody asked for another.
 */
export const sendReceipt = job<{ order_id: number; request_id?: string }>({
  name: 'checkout.send-receipt',
  on: [orderPaid, receiptAsked],
  ...emailPace,
  retries: emailRetries,
  async run(ctx, { order_id, request_id }) {
    const found = await findReceiptEmail(ctx, order_id)
    if (!found) return
    const { receipt, user_id, locale, organization_id, organization_code, organization_name } = found
    const href = ctx.use(siteUrlPort)(organization_code, `/checkout/success/${receipt.transaction_id}`)
    await sendEmail(ctx, {
      name: 'checkout.receipt',
      user_id,
      organization_id,
      about: { order_id },
      to: receipt.email,
      subject: say(locale, receiptTexts, 'subject', { organization_name }),
      email: createElement(ReceiptEmail, { locale, organization_name, receipt, href }),
      dedupe_key: ['checkout.receipt', order_id, request_id].filter(Boolean).join(':'),
    })
  },
})
