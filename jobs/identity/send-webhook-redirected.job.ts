import { emailJob } from '#jobs/email-job.ts'
import { findRedirectedEmail } from '#modules/identity/entry.ts'
import { webhookRedirected } from '#modules/identity/facts.ts'
import { toContact, writeWebhookEmail } from './webhook-email.tsx'
import { webhookRedirectedEmail, webhookRedirectedTexts } from './webhook-redirected.mail.tsx'

/** Notifies the people who run a client that it set the address of an endpoint. */
export const sendWebhookRedirected = emailJob(webhookRedirectedEmail, {
  on: webhookRedirected,
  find: async (ctx, { webhook_endpoint_id }) => toContact(await findRedirectedEmail(ctx, webhook_endpoint_id)),
  write: ({ contact }, siteUrl) => writeWebhookEmail(webhookRedirectedTexts, contact, siteUrl),
})
