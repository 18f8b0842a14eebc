import { randomUUID } from 'node:crypto'
import { refundedCents } from '#modules/checkout/payments/refunds/begin-refund.ts'
import { bookReversal } from '#modules/checkout/payments/refunds/book-reversal.ts'
import { chooseLines } from '#modules/checkout/payments/refunds/choose-lines.ts'
import { dropOvertakenRequests } from '#modules/checkout/payments/refunds/drop-refund.ts'
import { listLines, lockPayment, selectPayment } from '#modules/checkout/payments/refunds/payment.sql.ts'
import {
  findRefundOf,
  findVoidOf,
  insertRefund,
  insertRefundLines,
  type RefundAttempt,
  type Way,
} from '#modules/checkout/payments/refunds/refund-attempt.sql.ts'
import { asTenant } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Capture } from './capture.sql.ts'
import type { Fault } from './discrepancy.sql.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

type ExternalReversal = GatewayTransaction & { way: Way; gateway_cents: number }

const reason = { code: 'gateway', text: 'Made at the gateway.' }

/**
 * Books a refund or void of a capture that was not made here: in the gateway's console, or by an attempt whose response
 * was lost. Booked like a staff refund with the default rules. Returns a fault if it exceeds the capture.
 */
export async function bookExternalReversal(ctx: Ctx, capture: Capture, reversal: ExternalReversal): Promise<Fault[]> {
  const tenant = await asTenant(ctx, capture.organization_id)
  return tenant.tx(async (inner) => {
    const refund = await (capture.payment_id === null ? bookForSurplus : bookForPayment)(inner, capture, reversal)
    if ('kind' in refund) return [refund]
    const { transaction_id } = reversal
    await bookReversal(inner, refund.refund_attempt_id, { outcome: 'approved', transaction_id, reason })
    return []
  })
}

const findBooked = (ctx: Ctx, { payment_attempt_id }: Capture, { way, transaction_id }: ExternalReversal) =>
  way === 'void' ? findVoidOf(ctx, payment_attempt_id) : findRefundOf(ctx, { attempt: null, transaction_id })

async function bookForPayment(ctx: Ctx, capture: Capture, reversal: ExternalReversal): Promise<RefundAttempt | Fault> {
  const { gateway_cents: amount_cents } = reversal
  await lockPayment(ctx, capture.payment_id!)
  const existing = await findBooked(ctx, capture, reversal)
  if (existing) return existing
  await dropOvertakenRequests(ctx, capture.payment_id!)
  const payment = await selectPayment(ctx, capture.payment_id!)
  const { organization_id, order_id, total_cents } = payment
  const returned_cents = refundedCents(payment)
  if (returned_cents + amount_cents > total_cents) {
    const booked_cents = total_cents - returned_cents
    return { kind: 'refunded_beyond', organization_id, order_id, gateway_cents: amount_cents, booked_cents }
  }
  const isFullRefund = returned_cents + amount_cents === total_cents
  const lines = chooseLines(await listLines(ctx, payment), {
    amount_cents,
    isFullyRefunded: isFullRefund,
    requestedLines: null,
  })
  const refund = await insertExternalRefund(ctx, capture, {
    amount_cents,
    returned_cents,
    way: reversal.way,
  })
  await insertRefundLines(ctx, refund, lines)
  return refund
}

async function bookForSurplus(ctx: Ctx, capture: Capture, reversal: ExternalReversal): Promise<RefundAttempt | Fault> {
  const { payment_attempt_id, organization_id, order_id, amount_cents: booked_cents } = capture
  await ctx.sql`
    select 1 from checkout.payment_attempt where payment_attempt_id = ${payment_attempt_id} for no key update`
  const [openRefund] = await ctx.sql`
    select from checkout.refund_attempt
    where payment_attempt_id = ${payment_attempt_id} and state in ('calling', 'unknown', 'approved')`
  const existing = await findBooked(ctx, capture, reversal)
  if (existing) return existing
  const { gateway_cents } = reversal
  if (openRefund) return { kind: 'refunded_beyond', organization_id, order_id, gateway_cents, booked_cents }
  return insertExternalRefund(ctx, capture, { amount_cents: gateway_cents, returned_cents: 0, way: reversal.way })
}

type RefundDraft = { amount_cents: number; returned_cents: number; way: Way }

function insertExternalRefund(
  ctx: Ctx,
  capture: Capture,
  { amount_cents, returned_cents, way }: RefundDraft,
): Promise<RefundAttempt> {
  const { organization_id, payment_attempt_id, payment_id } = capture
  return insertRefund(ctx, {
    organization_id,
    payment_attempt_id,
    payment_id,
    amount_cents,
    asked: way,
    created_by: null,
    origin: 'gateway',
    request_id: randomUUID(),
    refunded_before_cents: returned_cents,
  })
}
