import { gatewayNotified } from '#modules/checkout/facts.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

/**
 * A gateway's notification about a transaction, or about something else if `transaction_id` is null. The caller must
 * verify the sender.
 */
export type Notification = {
  provider: GatewayTransaction['provider']
  notification_id: string
  event_type: string
  transaction_id: string | null
}

/** Stores a notification, which a job handles later. Idempotent. Returns whether it is new. */
export function receiveNotification(ctx: Ctx, { event_type, ...notification }: Notification): Promise<boolean> {
  return ctx.tx(async (inner) => {
    const { provider, notification_id, transaction_id } = notification
    const [row] = await inner.sql<{ gateway_notification_id: string }>`
      insert into checkout.gateway_notification (provider, notification_id, event_type, transaction_id, due_at)
      values (${provider}, ${notification_id}, ${event_type.slice(0, 200)}, ${transaction_id},
              case when ${transaction_id}::text is not null then platform.now() end)
      on conflict (provider, notification_id) do nothing
      returning gateway_notification_id::text`
    if (row && transaction_id !== null) await inner.emit(gatewayNotified, row)
    return row !== undefined
  })
}
