import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { makeOrderCode } from '#modules/identity/entry.ts'
import { storefrontCodeRequested } from '#modules/identity/facts.ts'
import { localText } from '#platform/texts.ts'
import { OrderCodeEmail, orderCodeEmail, orderCodeTexts } from './order-code.mail.tsx'

/**
 * Sends the code for signing in with an order, if the order exists. A copy after a crash contains another code, which
 * works, too.
 */
export const sendOrderCode = emailJob(orderCodeEmail, {
  on: storefrontCodeRequested,
  retries: 'default',
  async find(ctx, { storefront_request_id }) {
    const orderCode = await makeOrderCode(ctx, storefront_request_id)
    if (!orderCode) return null
    const { organization_id, code: organization_code, name: organization_name } = orderCode.organization
    return { ...orderCode, user_id: null, organization_id, organization_code, organization_name }
  },
  write: ({ code, email, order_name, locale, organization_name }, _siteUrl, { storefront_request_id }) => ({
    about: { storefront_request_id },
    to: email,
    subject: localText(locale, orderCodeTexts, 'subject', { organization_name }),
    email: createElement(OrderCodeEmail, { locale, organization_name, order_name, code }),
  }),
  key: ({ storefront_request_id }) => storefront_request_id,
})
