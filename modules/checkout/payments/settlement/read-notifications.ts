import { followDispute, isDispute } from '#modules/checkout/payments/chargebacks/follow-dispute.ts'
import type { Ctx } from '#platform/ctx.ts'
import { followTransaction } from './follow-transaction.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

type DueNotification = GatewayTransaction & { gateway_notification_id: string; tries: number; event_type: string }

const maxTries = 12

/**
 * Handles a notification: fetches its transaction from the gateway and books it. Repeated later if the gateway does not
 * respond.
 */
export async function handleNotification(ctx: Ctx, gateway_notification_id: string): Promise<void> {
  const notification = await claimNotification(ctx, gateway_notification_id)
  if (notification) await processNotification(ctx, notification)
}

/**
 * Handles due notifications whose job was lost or whose gateway was unreachable. Returns the number that were handled.
 */
export async function handleDueNotifications(ctx: Ctx): Promise<number> {
  const rows = await ctx.sql<{ gateway_notification_id: string }>`
    select gateway_notification_id::text from checkout.gateway_notification
    where due_at <= platform.now() order by due_at limit 100`
  let handledCount = 0
  for (const { gateway_notification_id } of rows) {
    try {
      const notification = await claimNotification(ctx, gateway_notification_id)
      if (notification && (await processNotification(ctx, notification))) handledCount += 1
    } catch (error) {
      // A failing notification must not block the others; it is due again later.
      ctx.log.error('notification.unread', error, { gateway_notification_id })
    }
  }
  return handledCount
}

/**
 * Schedules the next attempt before this one starts, so that no other process starts it and it is repeated after a
 * crash.
 */
async function claimNotification({ sql }: Ctx, gateway_notification_id: string): Promise<DueNotification | null> {
  const [dueNotification] = await sql<DueNotification>`
    update checkout.gateway_notification
    set tries = tries + 1, due_at = platform.now() + least(power(2, tries), 60) * interval '1 minute'
    where gateway_notification_id = ${gateway_notification_id} and due_at <= platform.now()
    returning gateway_notification_id::text, provider, transaction_id, event_type, tries`
  return dueNotification ?? null
}

async function processNotification(
  ctx: Ctx,
  { gateway_notification_id, tries, event_type, ...transaction }: DueNotification,
): Promise<boolean> {
  const { provider, transaction_id } = transaction
  const isProcessed = isDispute({ provider, event_type })
    ? await followDispute(ctx, transaction_id)
    : await followTransaction(ctx, transaction)
  if (!isProcessed && tries < maxTries) return false
  await ctx.sql`
    update checkout.gateway_notification set due_at = null where gateway_notification_id = ${gateway_notification_id}`
  if (!isProcessed) ctx.log.error('notification.given_up', new Error('the gateway could not be reached'), transaction)
  return isProcessed
}
