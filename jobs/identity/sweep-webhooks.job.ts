import { sweepWebhooks } from '#modules/identity/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Every minute: delivers to endpoints with due deliveries. */
export const sweepWebhooksJob = job({
  name: 'identity.sweep-webhooks',
  every: '* * * * *',
  inSandbox: true,
  run: (ctx) => sweepWebhooks(ctx),
})
