import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findChargeEmail } from '#modules/checkout/entry.ts'
import { orderCharged } from '#modules/checkout/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { ChargeEmail, chargeEmail, chargeEmailTexts } from './charge.mail.tsx'

/** Notifies a student of an order created by staff, unless it is already paid or canceled. */
export const sendCharge = emailJob(chargeEmail, {
  on: orderCharged,
  find: (ctx, { order_id }) => findChargeEmail(ctx, order_id),
  write: (charge, siteUrl, { order_id }) => ({
    about: { order_id },
    to: charge.email,
    subject: localText(charge.locale, chargeEmailTexts, 'subject', { organization: charge.organization_name }),
    email: createElement(ChargeEmail, {
      charge,
      href: siteUrl(pathTo('/checkout/order/:orderId', { orderId: order_id })),
    }),
  }),
})
