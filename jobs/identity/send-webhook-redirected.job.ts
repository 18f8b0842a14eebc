import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findRedirectedEmail } from '#modules/identity/entry.ts'
import { webhookRedirected } from '#modules/identity/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import {
  locale,
  WebhookRedirectedEmail,
  webhookRedirectedEmail,
  webhookRedirectedTexts,
} from './webhook-redirected.mail.tsx'

/** Tells the people who run a client that it set the address of an endpoint. */
export const sendWebhookRedirected = emailJob(webhookRedirectedEmail, {
  on: webhookRedirected,
  async find(ctx, { webhook_endpoint_id }) {
    const told = await findRedirectedEmail(ctx, webhook_endpoint_id)
    if (!told) return null
    const { organization_id, organization_code } = told
    return { user_id: null, organization_id, organization_code, told }
  },
  write: ({ told }, siteUrl) => ({
    about: { webhook_endpoint_id: told.webhook_endpoint_id },
    to: told.contact_email,
    subject: localText(locale, webhookRedirectedTexts, 'subject', { client_name: told.client_name }),
    email: createElement(WebhookRedirectedEmail, {
      told,
      href: siteUrl(pathTo('/manage/webhooks/:id', { id: told.webhook_endpoint_id })),
    }),
  }),
})
