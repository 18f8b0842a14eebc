import { createElement } from 'react'
import { findChargeLetter, orderCharged } from '../../modules/checkout/index.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'
import { letterRetries, sendLetter } from '../send-letter.ts'
import { ChargeLetter, chargeLetterTexts } from './charge.mail.tsx'

/** Tells a student of an order that staff have written; not of one that is paid or cancelled by now. */
export const sendCharge = job({
  name: 'checkout.send-charge',
  on: orderCharged,
  retries: letterRetries,
  async run(ctx, { order_id }) {
    const charge = await findChargeLetter(ctx, order_id)
    if (!charge) return
    const { user_id, organization_id, organization_code, organization_name, email, locale } = charge
    const href = ctx.use(siteUrlPort)(organization_code, `/checkout/order/${order_id}`)
    await sendLetter(ctx, {
      name: 'checkout.charge',
      user_id,
      organization_id,
      about: { order_id },
      to: email,
      subject: say(locale, chargeLetterTexts, 'subject', { organization: organization_name }),
      letter: createElement(ChargeLetter, { charge, href }),
      dedupe_key: `checkout.charge:${order_id}`,
    })
  },
})
