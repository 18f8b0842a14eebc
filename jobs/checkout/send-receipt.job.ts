import { createElement } from 'react'
import { findReceiptLetter, orderPaid } from '../../modules/checkout/index.ts'
import { renderLetter } from '../../platform/mail/render.ts'
import { mailPort, siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'
import { ReceiptLetter, receiptTexts } from './receipt.mail.tsx'

/** Sends the receipt of a paid order. The same order always has the same letter, so a second one can be dropped. */
export const sendReceipt = job({
  name: 'checkout.send-receipt',
  on: orderPaid,
  async run(ctx, { order_id }) {
    const found = await findReceiptLetter(ctx, order_id)
    if (!found) return
    const { receipt, locale, organization_code, organization_name } = found
    const href = ctx.use(siteUrlPort)(organization_code, `/checkout/success/${receipt.transaction_id}`)
    const letter = createElement(ReceiptLetter, { locale, organization_name, receipt, href })
    await ctx.use(mailPort).send({
      to: receipt.email,
      subject: say(locale, receiptTexts, 'subject', { organization_name }),
      dedupe_key: `checkout.receipt:${order_id}`,
      ...renderLetter(letter),
    })
  },
})
