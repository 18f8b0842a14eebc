import { publishToWebhooks } from '#modules/identity/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Every minute, and whenever events are committed (`jobs/follow-events.ts`): events become visible and are delivered. */
export const publishEventsJob = job({
  name: 'identity.publish-events',
  every: '* * * * *',
  run: (ctx, _data, { signal }) => publishToWebhooks(ctx, signal),
})
