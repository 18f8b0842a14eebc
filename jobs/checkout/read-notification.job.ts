import { readNotification } from '#modules/checkout/entry.ts'
import { gatewayNotified } from '#modules/checkout/facts.ts'
import { job } from '#platform/queue/job.ts'

/** Asks the gateway what became of the transaction that it has told us of. */
export const readNotificationJob = job({
  name: 'checkout.read-notification',
  on: gatewayNotified,
  run: (ctx, { gateway_notification_id }) => readNotification(ctx, gateway_notification_id),
})
