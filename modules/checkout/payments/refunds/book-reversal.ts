import { moneyReturned } from '#modules/checkout/facts.ts'
import { orderStatus, paymentStatus } from '#modules/checkout/lookups.shared.ts'
import type { Outcome, ReversalResult } from '#modules/checkout/payments/gateways/gateway.ts'
import { releasePromoCodes } from '#modules/checkout/payments/promo-code-use.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { toDollars } from '#platform/money.ts'
import { dropOvertakenRequests } from './drop-refund.ts'
import { endEnrollments } from './end-enrollments.ts'
import { type Payment, selectPayment } from './payment.sql.ts'
import {
  listRefundLines,
  lockRefund,
  type RefundAttempt,
  type RefundState,
  reopenRefund,
  updateRefund,
} from './refund-attempt.sql.ts'

const stateByOutcome: Record<Outcome, RefundState> = {
  approved: 'approved',
  declined: 'declined',
  error: 'failed',
  held: 'unknown',
  unknown: 'unknown',
}

/**
 * The last phase, in the caller's transaction: records the gateway's result and its consequences. Idempotent: a settled
 * attempt does not change, with two exceptions. An approval after it was given up still counts, and one whose own call
 * ended without a result after it was given up is checked again.
 */
export async function bookReversal(
  ctx: Ctx,
  refund_attempt_id: number,
  result: Pick<ReversalResult, 'outcome' | 'transaction_id' | 'reason'>,
): Promise<RefundState> {
  const refund = await lockRefund(ctx, refund_attempt_id)
  const isOpen = refund.state === 'calling' || refund.state === 'unknown'
  const isLate = (refund.state === 'declined' || refund.state === 'failed') && result.outcome === 'approved'
  const state = stateByOutcome[result.outcome]
  if (refund.state === 'failed' && state === 'unknown') return reopenRefund(ctx, refund)
  if (!isOpen && !isLate) return refund.state
  await updateRefund(ctx, refund, state, result)
  // Requests since then did not count this money.
  if (isLate && refund.payment_id !== null) await dropOvertakenRequests(ctx, refund.payment_id)
  if (state === 'approved') await bookReturned(ctx, refund)
  if (state === 'declined' || state === 'failed') await auditRefusal(ctx, refund, result.reason.text)
  return state
}

async function bookReturned(ctx: Ctx, refund: RefundAttempt): Promise<void> {
  const { refund_attempt_id, payment_id } = refund
  if (payment_id !== null) await bookOnPayment(ctx, refund, await selectPayment(ctx, payment_id))
  else await auditReturn(ctx, refund, await selectBuyerId(ctx, refund.order_id))
  await ctx.emit(moneyReturned, { refund_attempt_id })
}

async function bookOnPayment(ctx: Ctx, refund: RefundAttempt, payment: Payment): Promise<void> {
  const { sql } = ctx
  const { payment_id, order_id, total_cents } = payment
  const isVoid = refund.way === 'void'
  const refund_cents = payment.refund_cents + (isVoid ? 0 : refund.amount_cents)
  const isFull = isVoid || refund_cents === total_cents
  const refundStatus = isFull ? paymentStatus.Refunded : paymentStatus.PartlyRefunded
  await sql`
    update checkout.payment
    set refund_cents = ${refund_cents}, updated_at = platform.now(),
        lk_payment_status_id = case when lk_payment_status_id = ${paymentStatus.ChargedBack} then lk_payment_status_id
                               else ${isVoid ? paymentStatus.Voided : refundStatus} end
    where payment_id = ${payment_id}`
  const lines = await listRefundLines(ctx, refund.refund_attempt_id)
  for (const { order_item_id, amount_cents } of lines)
    await sql`
      update checkout.order_item set refund_cents = refund_cents + ${amount_cents}
      where order_item_id = ${order_item_id}`
  if (isFull) {
    await sql`
      update checkout.customer_order set lk_order_status_id = ${orderStatus.Refunded}
      where order_id = ${order_id} and lk_order_status_id <> ${orderStatus.ChargedBack}`
    // A fully refunded payment uses no promo code.
    await releasePromoCodes(ctx, order_id)
  }
  const endedIds = await endEnrollments(ctx, lines)
  await auditReturn(ctx, refund, payment.user_id, { refund_amount: toDollars(refund_cents), ended: endedIds })
}

async function selectBuyerId({ sql }: Ctx, order_id: number): Promise<number> {
  const [order] = await sql<{ user_id: number }>`
    select user_id from checkout.customer_order where order_id = ${order_id}`
  return order!.user_id
}

async function auditReturn(ctx: Ctx, refund: RefundAttempt, user_id: number, overrides: Record<string, unknown> = {}) {
  const { payment_id, order_id, way, origin, created_by, amount_cents } = refund
  const entry = {
    subject: payment_id === null ? `order_id:${order_id}` : `payment_id:${payment_id}`,
    subject_user_id: user_id,
    after: { amount: toDollars(amount_cents), origin, asked_by: created_by, order_id, ...overrides },
  }
  if (way === 'void') await ctx.audit({ action: 'payment.void', ...entry })
  else await ctx.audit({ action: 'payment.refund', ...entry })
}

async function auditRefusal(ctx: Ctx, { payment_id, order_id, asked, amount_cents }: RefundAttempt, reason: string) {
  await ctx.audit({
    action: 'refund.refused',
    subject: payment_id === null ? `order_id:${order_id}` : `payment_id:${payment_id}`,
    subject_user_id: await selectBuyerId(ctx, order_id),
    after: { asked, amount: toDollars(amount_cents), reason },
  })
}
