import { checkoutErrors } from '#modules/checkout/errors.ts'
import { orderStatus } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { cancel, lockPlacedOrder } from './cancel-order.ts'
import { undoInvoicedOrder } from './undo-invoiced.ts'

/**
 * Undoes an upload's order for a student, as long as no one has paid it, is paying it or has started its course: an
 * open one is canceled, one on the organization's invoice is undone. Idempotent. Callers must check the permissions.
 * Throws orderPaid, paymentRunning and what `endInvoiced` throws.
 */
export async function undoUploadedOrder(ctx: Ctx, order_id: number, reason: string): Promise<void> {
  const order = await lockPlacedOrder(ctx, order_id)
  if (order.lk_order_status_id === orderStatus.Cancelled) return
  if (order.lk_order_status_id !== orderStatus.Open) {
    if (order.total_cents !== 0) throw checkoutErrors.orderPaid()
    return undoInvoicedOrder(ctx, order, { reason, untouched: true })
  }
  if (order.pending) throw checkoutErrors.paymentRunning()
  await cancel(ctx, order)
}
