import { publishToWebhooks } from '#modules/identity/entry.ts'
import { testEventsWritten } from '#platform/events/test-events.ts'
import { job } from '#platform/queue/job.ts'

/** The events of a test organization become visible and are delivered. */
export const publishTestEventsJob = job({
  name: 'platform.publish-test-events',
  on: testEventsWritten,
  userWaits: true,
  inSandbox: true,
  run: (ctx, _data, { signal }) => publishToWebhooks(ctx, signal),
})
