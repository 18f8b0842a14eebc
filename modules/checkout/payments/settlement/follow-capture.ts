import { bookResult } from '#modules/checkout/payments/book-payment.ts'
import type { TransactionDetails } from '#modules/checkout/payments/gateways/gateway.ts'
import { findVoidOf } from '#modules/checkout/payments/refunds/refund-attempt.sql.ts'
import { asTenant } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { bookForeign } from './book-foreign.ts'
import { type Capture, findCapture } from './capture.sql.ts'
import type { Fault } from './discrepancy.sql.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

/** Books the state of a capture, and returns what can't be booked. */
export async function faultsOfCapture(
  ctx: Ctx,
  transaction: GatewayTransaction,
  transactionDetails: TransactionDetails,
): Promise<Fault[]> {
  const capture = await findCapture(ctx, transaction, transactionDetails.attempt)
  const { amount_cents: gateway_cents, outcome, state } = transactionDetails
  if (!capture) {
    const unknown = { kind: 'unknown_capture', organization_id: null, order_id: null, booked_cents: null } as const
    return outcome === 'approved' ? [{ ...unknown, gateway_cents }] : []
  }
  const { organization_id, order_id, amount_cents: booked_cents } = capture
  const fault = { organization_id, order_id, gateway_cents, booked_cents }
  // The same number was charged under another id: that is another capture.
  const another = capture.transaction_id !== null && capture.transaction_id !== transaction.transaction_id
  if (another && isBooked(capture)) return outcome === 'approved' ? [{ ...fault, kind: 'unknown_capture' }] : []
  if (outcome === 'approved' && gateway_cents !== booked_cents) return [{ ...fault, kind: 'amount' }]
  if (!isBooked(capture)) return bookLateResult(ctx, capture, transactionDetails)
  if (state === 'voided') return bookForeign(ctx, capture, { way: 'void', gateway_cents: booked_cents, ...transaction })
  if (state === 'declined' || state === 'failed') return [{ ...fault, kind: 'not_settled' }]
  // The books say that it was voided, but the money was taken.
  return (await findVoidOf(ctx, capture.payment_attempt_id))?.state === 'approved'
    ? [{ ...fault, kind: 'refund_cancelled' }]
    : []
}

const isBooked = ({ state }: Capture) => state === 'approved' || state === 'surplus'

/** An open attempt gets its result; one that was given up and succeeded after all is booked, too. */
async function bookLateResult(
  ctx: Ctx,
  { payment_attempt_id, organization_id }: Capture,
  transactionDetails: TransactionDetails,
) {
  const tenant = await asTenant(ctx, organization_id)
  await tenant.tx((inner) => bookResult(inner, payment_attempt_id, transactionDetails))
  return []
}
