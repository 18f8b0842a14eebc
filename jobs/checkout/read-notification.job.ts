import { gatewayNotified, readNotification } from '#modules/checkout/index.ts'
import { job } from '#platform/queue/job.ts'

/** Fetches the reported transaction from the gateway. */
export const readNotificationJob = job({
  name: 'checkout.read-notification',
  on: gatewayNotified,
  run: (ctx, { gateway_notification_id }) => readNotification(ctx, gateway_notification_id),
})
