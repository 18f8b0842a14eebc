import { handleDueNotifications } from '#modules/checkout/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Handles pending notifications, including those received while the gateway was unreachable. */
export const readNotificationsJob = job({
  name: 'checkout.read-notifications',
  every: '* * * * *',
  expireSeconds: 600,
  async run(ctx) {
    await handleDueNotifications(ctx)
  },
})
