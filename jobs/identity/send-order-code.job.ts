import { createElement } from 'react'
import { makeOrderCode, storefrontCodeAsked } from '../../modules/identity/index.ts'
import { job } from '../../platform/queue/job.ts'
import { say } from '../../platform/texts.ts'
import { emailPace, sendEmail } from '../send-email.ts'
import { OrderCodeEmail, orderCodeTexts } from './order-code.mail.tsx'

/** Sends the code to sign in with an order, if there is such an order. A second run may send a second working code. */
export const sendOrderCode = job({
  name: 'identity.send-order-code',
  on: storefrontCodeAsked,
  ...emailPace,
  async run(ctx, { storefront_request_id }) {
    const made = await makeOrderCode(ctx, storefront_request_id)
    if (!made) return
    const { code, email, order_name, locale, organization } = made
    await sendEmail(ctx, {
      name: 'identity.order-code',
      user_id: null,
      organization_id: organization.organization_id,
      about: { storefront_request_id },
      to: email,
      subject: say(locale, orderCodeTexts, 'subject', { organization_name: organization.name }),
      email: createElement(OrderCodeEmail, { locale, organization_name: organization.name, order_name, code }),
      dedupe_key: `identity.order-code:${storefront_request_id}`,
    })
  },
})
