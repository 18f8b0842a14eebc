import { readNotifications } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Notifications that no one has looked at, and those of a time when the gateway could not be asked. */
export const readNotificationsJob = job({
  name: 'checkout.read-notifications',
  every: '* * * * *',
  expireSeconds: 600,
  async run(ctx) {
    await readNotifications(ctx)
  },
})
