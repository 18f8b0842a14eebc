import { forgetOldEvents } from '#platform/events/publish-events.ts'
import { job } from '#platform/queue/job.ts'

/** Every hour: deletes events after 30 days, with their deliveries. */
export const forgetOldEventsJob = job({
  name: 'platform.forget-old-events',
  every: '23 * * * *',
  inSandbox: true,
  run: (ctx) => forgetOldEvents(ctx),
})
