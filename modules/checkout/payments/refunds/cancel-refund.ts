import { orderStatus, paymentStatus } from '#modules/checkout/lookups.shared.ts'
import type { ReversalResult } from '#modules/checkout/payments/gateways/gateway.ts'
import type { Ctx } from '#platform/ctx.ts'
import { toDollars } from '#platform/money.ts'
import { type Payment, selectPayment } from './payment.sql.ts'
import { listRefundLines, lockRefund, type RefundAttempt } from './refund-attempt.sql.ts'

/**
 * Reverses a refund that was approved but then not executed by the gateway, so that the amount can be refunded again.
 * Staff must handle its consequences: ended courses, released promo codes, and the email. Idempotent.
 */
export async function cancelRefund(
  ctx: Ctx,
  refund_attempt_id: number,
  reason: ReversalResult['reason'],
): Promise<void> {
  const refund = await lockRefund(ctx, refund_attempt_id)
  const { state, way, payment_id } = refund
  if (state !== 'approved' || way !== 'refund' || payment_id === null) return
  const { sql } = ctx
  await sql`
    update checkout.refund_attempt
    set ${sql({ state: 'cancelled', reason_code: reason.code.slice(0, 100), reason_text: reason.text.slice(0, 300) })},
        cancelled_at = platform.now()
    where refund_attempt_id = ${refund_attempt_id}`
  await deductFromPayment(ctx, refund, await selectPayment(ctx, payment_id))
}

async function deductFromPayment(ctx: Ctx, refund: RefundAttempt, payment: Payment): Promise<void> {
  const { sql } = ctx
  const { refund_attempt_id, amount_cents, origin } = refund
  const { payment_id, order_id, user_id } = payment
  const refund_cents = payment.refund_cents - amount_cents
  await sql`
    update checkout.payment
    set refund_cents = ${refund_cents}, updated_at = platform.now(),
        lk_payment_status_id = case when lk_payment_status_id = ${paymentStatus.ChargedBack} then lk_payment_status_id
                               else ${refund_cents > 0 ? paymentStatus.PartlyRefunded : paymentStatus.Paid} end
    where payment_id = ${payment_id}`
  for (const line of await listRefundLines(ctx, refund_attempt_id))
    await sql`
      update checkout.order_item set refund_cents = refund_cents - ${line.amount_cents}
      where order_item_id = ${line.order_item_id}`
  await sql`
    update checkout.customer_order set lk_order_status_id = ${orderStatus.Paid}
    where order_id = ${order_id} and lk_order_status_id = ${orderStatus.Refunded}`
  await ctx.audit({
    action: 'refund.cancelled',
    subject: `payment_id:${payment_id}`,
    subject_user_id: user_id,
    after: { amount: toDollars(amount_cents), origin, order_id, refund_amount: toDollars(refund_cents) },
  })
}
