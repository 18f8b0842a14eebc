import { sweepWebhooks } from '#modules/identity/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Every minute: endpoints with deliveries whose next attempt is due. */
export const sweepWebhooksJob = job({
  name: 'identity.sweep-webhooks',
  every: '* * * * *',
  run: (ctx) => sweepWebhooks(ctx),
})
