import { emailJob } from '#jobs/email-job.ts'
import { findPausedEmail } from '#modules/identity/entry.ts'
import { webhookPaused } from '#modules/identity/facts.ts'
import { toContact, writeWebhookEmail } from './webhook-email.tsx'
import { webhookPausedEmail, webhookPausedTexts } from './webhook-paused.mail.tsx'

/** Notifies the people who run a client that its endpoint was paused after days of failures. */
export const sendWebhookPaused = emailJob(webhookPausedEmail, {
  on: webhookPaused,
  find: async (ctx, { webhook_endpoint_id }) => toContact(await findPausedEmail(ctx, webhook_endpoint_id)),
  write: ({ contact }, siteUrl) => writeWebhookEmail(webhookPausedTexts, contact, siteUrl),
})
