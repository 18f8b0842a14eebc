import { randomUUID } from 'node:crypto'
import { refundedCents } from '#modules/checkout/payments/refunds/begin-refund.ts'
import { bookReversal } from '#modules/checkout/payments/refunds/book-reversal.ts'
import { chooseLines } from '#modules/checkout/payments/refunds/choose-lines.ts'
import { dropOvertaken } from '#modules/checkout/payments/refunds/drop-refund.ts'
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

type Foreign = GatewayTransaction & { way: Way; gateway_cents: number }

const reason = { code: 'gateway', text: 'Made at the gateway.' }

/**
 * Books money of a capture that was returned outside the product: in the gateway's console, or by an attempt whose
 * response was lost. It is booked like a staff refund, with the default rules. Returns the excess.
 */
export async function bookForeign(ctx: Ctx, capture: Capture, foreign: Foreign): Promise<Fault[]> {
  const tenant = await asTenant(ctx, capture.organization_id)
  return tenant.tx(async (inner) => {
    const refund = await (capture.payment_id === null ? ofSurplus : ofPayment)(inner, capture, foreign)
    if ('kind' in refund) return [refund]
    const { transaction_id } = foreign
    await bookReversal(inner, refund.refund_attempt_id, { outcome: 'approved', transaction_id, reason })
    return []
  })
}

const findOurs = (ctx: Ctx, { payment_attempt_id }: Capture, { way, transaction_id }: Foreign) =>
  way === 'void' ? findVoidOf(ctx, payment_attempt_id) : findRefundOf(ctx, { attempt: null, transaction_id })

async function ofPayment(ctx: Ctx, capture: Capture, foreign: Foreign): Promise<RefundAttempt | Fault> {
  const { gateway_cents: amount_cents } = foreign
  await lockPayment(ctx, capture.payment_id!)
  const existing = await findOurs(ctx, capture, foreign)
  if (existing) return existing
  await dropOvertaken(ctx, capture.payment_id!)
  const payment = await selectPayment(ctx, capture.payment_id!)
  const { organization_id, order_id, total_cents } = payment
  const returned = refundedCents(payment)
  if (returned + amount_cents > total_cents) {
    const booked_cents = total_cents - returned
    return { kind: 'refunded_beyond', organization_id, order_id, gateway_cents: amount_cents, booked_cents }
  }
  const whole = returned + amount_cents === total_cents
  const lines = chooseLines(await listLines(ctx, payment), { amount_cents, whole, requestedLines: null })
  const refund = await insertForeign(ctx, capture, { amount_cents, returned, way: foreign.way })
  await insertRefundLines(ctx, refund, lines)
  return refund
}

async function ofSurplus(ctx: Ctx, capture: Capture, foreign: Foreign): Promise<RefundAttempt | Fault> {
  const { payment_attempt_id, organization_id, order_id, amount_cents: booked_cents } = capture
  await ctx.sql`
    select 1 from checkout.payment_attempt where payment_attempt_id = ${payment_attempt_id} for no key update`
  const [open] = await ctx.sql`
    select from checkout.refund_attempt
    where payment_attempt_id = ${payment_attempt_id} and state in ('calling', 'unknown', 'approved')`
  const existing = await findOurs(ctx, capture, foreign)
  if (existing) return existing
  const { gateway_cents } = foreign
  if (open) return { kind: 'refunded_beyond', organization_id, order_id, gateway_cents, booked_cents }
  return insertForeign(ctx, capture, { amount_cents: gateway_cents, returned: 0, way: foreign.way })
}

type Amounts = { amount_cents: number; returned: number; way: Way }

function insertForeign(ctx: Ctx, capture: Capture, { amount_cents, returned, way }: Amounts): Promise<RefundAttempt> {
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
    refunded_before_cents: returned,
  })
}
