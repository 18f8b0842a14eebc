import { followDispute, isDispute } from '#modules/checkout/payments/chargebacks/follow-dispute.ts'
import type { Ctx } from '#platform/ctx.ts'
import { followTransaction } from './follow-transaction.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

type DueNotification = GatewayTransaction & { gateway_notification_id: string; tries: number; event_type: string }

const maxTries = 12

/**
 * Handles one notification: fetches its transaction from the gateway and books it. Once, or again without a response.
 */
export async function readNotification(ctx: Ctx, gateway_notification_id: string): Promise<void> {
  const notification = await claim(ctx, gateway_notification_id)
  if (notification) await follow(ctx, notification)
}

/** Handles pending notifications, whose job was lost or whose gateway was unreachable. Returns how many were done. */
export async function readNotifications(ctx: Ctx): Promise<number> {
  const rows = await ctx.sql<{ gateway_notification_id: string }>`
    select gateway_notification_id::text from checkout.gateway_notification
    where due_at <= platform.now() order by due_at limit 100`
  let count = 0
  for (const { gateway_notification_id } of rows) {
    try {
      const notification = await claim(ctx, gateway_notification_id)
      if (notification && (await follow(ctx, notification))) count += 1
    } catch (error) {
      // One that can't be booked must not block the others; it is due again later.
      ctx.log.error('notification.unread', error, { gateway_notification_id })
    }
  }
  return count
}

/** The next attempt is scheduled first: after a crash it stays due, and no other process starts it in the meantime. */
async function claim({ sql }: Ctx, gateway_notification_id: string): Promise<DueNotification | null> {
  const [dueNotification] = await sql<DueNotification>`
    update checkout.gateway_notification
    set tries = tries + 1, due_at = platform.now() + least(power(2, tries), 60) * interval '1 minute'
    where gateway_notification_id = ${gateway_notification_id} and due_at <= platform.now()
    returning gateway_notification_id::text, provider, transaction_id, event_type, tries`
  return dueNotification ?? null
}

async function follow(
  ctx: Ctx,
  { gateway_notification_id, tries, event_type, ...transaction }: DueNotification,
): Promise<boolean> {
  const { provider, transaction_id } = transaction
  const followed = isDispute({ provider, event_type })
    ? await followDispute(ctx, transaction_id)
    : await followTransaction(ctx, transaction)
  if (!followed && tries < maxTries) return false
  await ctx.sql`
    update checkout.gateway_notification set due_at = null where gateway_notification_id = ${gateway_notification_id}`
  if (!followed) ctx.log.error('notification.given_up', new Error('the gateway could not be asked'), transaction)
  return followed
}
