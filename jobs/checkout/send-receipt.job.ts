import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findReceiptEmail } from '#modules/checkout/entry.ts'
import { orderPaid, receiptAsked } from '#modules/checkout/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { say } from '#platform/texts.ts'
import { ReceiptEmail, receiptEmail, receiptTexts } from './receipt.mail.tsx'

/**
 * Sends the receipt of a paid order. One order has one email, so that a second one can be dropped, unless it was
 * requested again.
 */
export const sendReceipt = emailJob<{ order_id: number; request_id?: string }, ReceiptFound>(receiptEmail, {
  on: [orderPaid, receiptAsked],
  find: (ctx, { order_id }) => findReceiptEmail(ctx, order_id),
  write: ({ receipt, locale, organization_name }, siteUrl, { order_id }) => ({
    about: { order_id },
    to: receipt.email,
    subject: say(locale, receiptTexts, 'subject', { organization_name }),
    email: createElement(ReceiptEmail, {
      locale,
      organization_name,
      receipt,
      href: siteUrl(pathTo('/checkout/success/:transactionId', { transactionId: receipt.transaction_id })),
    }),
  }),
  key: ({ order_id, request_id }) => (request_id ? `${order_id}:${request_id}` : order_id),
})

type ReceiptFound = NonNullable<Awaited<ReturnType<typeof findReceiptEmail>>>
