import { checkoutErrors } from '#modules/checkout/errors.ts'
import { orderStatus } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { cancelLockedOrder, lockPlacedOrder } from './cancel-order.ts'
import { undoInvoicedOrder } from './undo-invoiced.ts'

/**
 * Undoes an order that was created by an upload: cancels an open one, and reverses one on the organization's invoice.
 * Idempotent. The caller must check the permissions. Throws orderPaid, paymentRunning and the errors of
 * `undoInvoicedOrder`, also if the course was started.
 */
export async function undoUploadedOrder(ctx: Ctx, order_id: number, reason: string): Promise<void> {
  const order = await lockPlacedOrder(ctx, order_id)
  if (order.lk_order_status_id === orderStatus.Cancelled) return
  if (order.lk_order_status_id !== orderStatus.Open) {
    if (order.total_cents !== 0) throw checkoutErrors.orderPaid()
    return undoInvoicedOrder(ctx, order, { reason, onlyIfNotStarted: true })
  }
  if (order.pending) throw checkoutErrors.paymentRunning()
  await cancelLockedOrder(ctx, order)
}
