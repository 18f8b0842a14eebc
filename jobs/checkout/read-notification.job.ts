import { handleNotification } from '#modules/checkout/entry.ts'
import { gatewayNotified } from '#modules/checkout/facts.ts'
import { job } from '#platform/queue/job.ts'

/** Fetches the reported transaction from the gateway. */
export const readNotificationJob = job({
  name: 'checkout.read-notification',
  on: gatewayNotified,
  run: (ctx, { gateway_notification_id }) => handleNotification(ctx, gateway_notification_id),
})
