import { createElement } from 'react'
import { emailJob } from '#jobs/email-job.ts'
import { findPausedEmail } from '#modules/identity/entry.ts'
import { webhookPaused } from '#modules/identity/facts.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { locale, WebhookPausedEmail, webhookPausedEmail, webhookPausedTexts } from './webhook-paused.mail.tsx'

/** Tells the people who run a client that its endpoint was paused after days of failures. */
export const sendWebhookPaused = emailJob(webhookPausedEmail, {
  on: webhookPaused,
  async find(ctx, { webhook_endpoint_id }) {
    const paused = await findPausedEmail(ctx, webhook_endpoint_id)
    if (!paused) return null
    const { organization_id, organization_code } = paused
    return { user_id: null, organization_id, organization_code, paused }
  },
  write: ({ paused }, siteUrl) => ({
    about: { webhook_endpoint_id: paused.webhook_endpoint_id },
    to: paused.contact_email,
    subject: localText(locale, webhookPausedTexts, 'subject', { client_name: paused.client_name }),
    email: createElement(WebhookPausedEmail, {
      paused,
      href: siteUrl(pathTo('/manage/webhooks/:id', { id: paused.webhook_endpoint_id })),
    }),
  }),
})
