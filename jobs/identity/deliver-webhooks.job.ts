import { deliverWebhooks } from '#modules/identity/entry.ts'
import { webhooksDue } from '#modules/identity/facts.ts'
import { job } from '#platform/queue/job.ts'

/** Delivers what is due of one webhook endpoint. */
export const deliverWebhooksJob = job({
  name: 'identity.deliver-webhooks',
  on: webhooksDue,
  concurrency: 8,
  userWaits: true,
  inSandbox: true,
  run: (ctx, { webhook_endpoint_id }, { signal }) => deliverWebhooks(ctx, webhook_endpoint_id, signal),
})
