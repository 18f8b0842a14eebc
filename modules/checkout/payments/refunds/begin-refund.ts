import { randomUUID } from 'node:crypto'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { refundRequested } from '#modules/checkout/facts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { toDollars } from '#platform/money.ts'
import { userOf } from '#platform/permissions.ts'
import { findApprovalCause } from './approval-cause.ts'
import { chooseLines, type LineRequest } from './choose-lines.ts'
import { requireFullRefund } from './full-refund.ts'
import { isChargedBack, isNotRefundable, listLines, lockPayment, type Payment } from './payment.sql.ts'
import { insertApproval } from './refund-approval.sql.ts'
import {
  findEqualRefund,
  findRefundOfRequest,
  insertRefund,
  insertRefundLines,
  type RefundAttempt,
  type Way,
} from './refund-attempt.sql.ts'

/**
 * A staff request. `expected`: the payment's amounts as shown on their screen. A void has neither amount nor `expected`.
 */
export type RefundRequest = {
  payment_id: number
  asked: Way
  request_id: string | null
  amount_cents: number | null
  expected: { refund_cents: number; total_cents: number } | null
  lines: readonly LineRequest[] | null
}

/** `isRepeat`: the same request was received earlier. */
export type StartedRefund = { isRepeat: boolean; refund: RefundAttempt }

/**
 * The first phase, in one transaction under the payment's lock: everything is checked against the rows, and the sum is
 * reserved before the gateway is called or a second person is involved.
 */
export async function beginRefund(ctx: Ctx, request: RefundRequest): Promise<StartedRefund> {
  const payment = await lockPayment(ctx, request.payment_id)
  const existing = await findExisting(ctx, request)
  if (existing) return { isRepeat: true, refund: existing }
  const amount_cents = requireRefundAmount(payment, request)
  const lines = await listLines(ctx, payment)
  const isFullyRefunded = refundedCents(payment) + amount_cents === payment.total_cents
  const selection = chooseLines(lines, { amount_cents, isFullyRefunded, requestedLines: request.lines })
  await requireFullRefund(ctx, payment, lines, selection)
  const cause = await findApprovalCause(ctx, payment, amount_cents)
  const refund = await insertRefund(ctx, {
    state: cause ? 'awaiting' : 'calling',
    organization_id: payment.organization_id,
    payment_attempt_id: payment.payment_attempt_id!,
    payment_id: payment.payment_id,
    origin: 'staff',
    asked: request.asked,
    request_id: request.request_id ?? randomUUID(),
    refunded_before_cents: refundedCents(payment),
    amount_cents,
    created_by: userOf(ctx).user_id,
  })
  await insertRefundLines(ctx, refund, selection)
  if (cause) {
    await insertApproval(ctx, refund, cause)
    await ctx.emit(refundRequested, { refund_attempt_id: refund.refund_attempt_id })
  }
  await ctx.audit({
    ...(cause ? { action: 'refund.ask' } : { action: 'refund.begin' }),
    subject: `payment_id:${payment.payment_id}`,
    subject_user_id: payment.user_id,
    after: {
      asked: request.asked,
      amount: toDollars(amount_cents),
      order_id: payment.order_id,
      ...(cause && { cause }),
    },
  })
  return { isRepeat: false, refund }
}

/** The refunded amount, including pending refunds. */
export const refundedCents = ({ refund_cents, pending_cents }: Payment): number => refund_cents + pending_cents

async function findExisting(ctx: Ctx, { payment_id, asked, request_id, amount_cents, expected }: RefundRequest) {
  if (!request_id) {
    if (amount_cents === null || !expected) return null
    const query = { payment_id, asked, amount_cents, refunded_before_cents: expected.refund_cents }
    return findEqualRefund(ctx, userOf(ctx).user_id, query)
  }
  const existing = await findRefundOfRequest(ctx, request_id)
  const isDifferent = existing && (existing.payment_id !== payment_id || existing.asked !== asked)
  if (isDifferent || (existing && amount_cents !== null && existing.amount_cents !== amount_cents))
    throw errors.conflict()
  return existing
}

/** The amount to refund, in cents. Throws refundChargedBack, nothingToRefund, refundRunning, refundChanged, refundAmount. */
function requireRefundAmount(payment: Payment, { asked, amount_cents, expected }: RefundRequest): number {
  const { total_cents, pending_cents, refund_cents } = payment
  if (isChargedBack(payment)) throw checkoutErrors.refundChargedBack()
  if (isNotRefundable(payment)) throw checkoutErrors.nothingToRefund()
  if (asked === 'void') {
    if (pending_cents > 0) throw checkoutErrors.refundRunning()
    // Something was refunded, so the capture is settled.
    if (refund_cents > 0) throw checkoutErrors.voidSettled()
    return total_cents
  }
  const refundedAmount = refundedCents(payment)
  const current = { existing_refund_amount: toDollars(refundedAmount), total: toDollars(total_cents) }
  if (expected?.refund_cents !== refundedAmount || expected.total_cents !== total_cents)
    throw checkoutErrors.refundChanged({}, current)
  if (!amount_cents || amount_cents < 0 || amount_cents > total_cents - refundedAmount)
    throw checkoutErrors.refundAmount({}, current)
  return amount_cents
}
