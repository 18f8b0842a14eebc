import { createElement } from 'react'
import { findChargeEmail, orderCharged } from '../../modules/checkout/index.ts'
import { siteUrlPort } from '../../platform/ports.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'
import { emailPace, emailRetries, sendEmail } from '../send-email.ts'
import { ChargeEmail, chargeEmailTexts } from './charge.mail.tsx'

/** Tells a student of an order that staff have written; not of one that is paid or cancelled by now. */
export const sendCharge = job({
  name: 'checkout.send-charge',
  on: orderCharged,
  ...emailPace,
  retries: emailRetries,
  async run(ctx, { order_id }, { id }) {
    const charge = await findChargeEmail(ctx, order_id)
    if (!charge) return
    const { user_id, organization_id, organization_code, organization_name, email, locale } = charge
    const href = ctx.use(siteUrlPort)(organization_code, `/checkout/order/${order_id}`)
    await sendEmail(ctx, {
      name: 'checkout.charge',
      user_id,
      organization_id,
      about: { order_id },
      to: email,
      subject: say(locale, chargeEmailTexts, 'subject', { organization: organization_name }),
      email: createElement(ChargeEmail, { charge, href }),
      // Staff may have it sent again: that is another job.
      dedupe_key: `checkout.charge:${id}`,
    })
  },
})
