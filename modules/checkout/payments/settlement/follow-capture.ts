import { bookResult } from '#modules/checkout/payments/book-payment.ts'
import type { TransactionDetails } from '#modules/checkout/payments/gateways/gateway.ts'
import { findVoidOf } from '#modules/checkout/payments/refunds/refund-attempt.sql.ts'
import { asTenant } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { bookExternalReversal } from './book-foreign.ts'
import { type Capture, findCapture } from './capture.sql.ts'
import type { Fault } from './discrepancy.sql.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

/** Books the current state of a capture, and returns the faults that can't be booked. */
export async function bookCaptureState(
  ctx: Ctx,
  transaction: GatewayTransaction,
  details: TransactionDetails,
): Promise<Fault[]> {
  const capture = await findCapture(ctx, transaction, details.attempt)
  const { amount_cents: gateway_cents, outcome, state } = details
  if (!capture) {
    const unknownCapture = {
      kind: 'unknown_capture',
      organization_id: null,
      order_id: null,
      booked_cents: null,
    } as const
    return outcome === 'approved' ? [{ ...unknownCapture, gateway_cents }] : []
  }
  const { organization_id, order_id, amount_cents: booked_cents } = capture
  const fault = { organization_id, order_id, gateway_cents, booked_cents }
  // A different id under the same attempt number means a second capture.
  const isOtherCapture = capture.transaction_id !== null && capture.transaction_id !== transaction.transaction_id
  if (isOtherCapture && isBooked(capture)) return outcome === 'approved' ? [{ ...fault, kind: 'unknown_capture' }] : []
  if (outcome === 'approved' && gateway_cents !== booked_cents) return [{ ...fault, kind: 'amount' }]
  if (!isBooked(capture)) return bookLateResult(ctx, capture, details)
  if (state === 'voided')
    return bookExternalReversal(ctx, capture, { way: 'void', gateway_cents: booked_cents, ...transaction })
  if (state === 'declined' || state === 'failed') return [{ ...fault, kind: 'not_settled' }]
  // The capture is voided in the books, but the money was taken.
  return (await findVoidOf(ctx, capture.payment_attempt_id))?.state === 'approved'
    ? [{ ...fault, kind: 'refund_cancelled' }]
    : []
}

const isBooked = ({ state }: Capture) => state === 'approved' || state === 'surplus'

/** Books the result of an open attempt, or of one that was given up but succeeded after all. */
async function bookLateResult(
  ctx: Ctx,
  { payment_attempt_id, organization_id }: Capture,
  transactionDetails: TransactionDetails,
) {
  const tenant = await asTenant(ctx, organization_id)
  await tenant.tx((inner) => bookResult(inner, payment_attempt_id, transactionDetails))
  return []
}
