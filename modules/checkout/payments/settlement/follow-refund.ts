import type { TransactionDetails } from '#modules/checkout/payments/gateways/gateway.ts'
import { bookReversal } from '#modules/checkout/payments/refunds/book-reversal.ts'
import { cancelRefund } from '#modules/checkout/payments/refunds/cancel-refund.ts'
import { findRefundOf, type RefundAttempt } from '#modules/checkout/payments/refunds/refund-attempt.sql.ts'
import { asTenant } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { bookExternalReversal } from './book-foreign.ts'
import { findCapture } from './capture.sql.ts'
import type { Fault } from './discrepancy.sql.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

/** Books the current state of a refund, and returns the faults that can't be booked. */
export async function bookRefundState(
  ctx: Ctx,
  transaction: GatewayTransaction,
  transactionDetails: TransactionDetails,
): Promise<Fault[]> {
  const refund = await findRefundOf(ctx, {
    attempt: transactionDetails.attempt,
    transaction_id: transaction.transaction_id,
  })
  if (refund) return bookKnownRefund(ctx, refund, transactionDetails)
  const { original_transaction_id: original, amount_cents: gateway_cents, outcome } = transactionDetails
  if (outcome !== 'approved') return []
  const capture = original && (await findCapture(ctx, { ...transaction, transaction_id: original }, null))
  if (capture) return bookExternalReversal(ctx, capture, { way: 'refund', gateway_cents, ...transaction })
  const unlinked = { organization_id: null, order_id: null, booked_cents: null }
  return [{ ...unlinked, kind: 'unknown_refund', gateway_cents }]
}

async function bookKnownRefund(
  ctx: Ctx,
  refund: RefundAttempt,
  transactionDetails: TransactionDetails,
): Promise<Fault[]> {
  const { refund_attempt_id, organization_id, order_id, amount_cents: booked_cents, state } = refund
  const { amount_cents: gateway_cents, outcome } = transactionDetails
  const fault = { organization_id, order_id, gateway_cents, booked_cents }
  if (outcome === 'approved' && gateway_cents !== booked_cents) return [{ ...fault, kind: 'amount' }]
  const isUndone = outcome === 'error' || outcome === 'declined'
  if (state === 'cancelled' && outcome === 'approved') return [{ ...fault, kind: 'unknown_refund' }]
  if (state === 'approved' && !isUndone) return []
  const tenant = await asTenant(ctx, organization_id)
  if (state === 'approved')
    await tenant.tx((inner) => cancelRefund(inner, refund_attempt_id, transactionDetails.reason))
  else if (state !== 'cancelled') await tenant.tx((inner) => bookReversal(inner, refund_attempt_id, transactionDetails))
  // The buyer was told that the refund is coming, so a person must decide.
  return isUndone && (state === 'approved' || state === 'cancelled') ? [{ ...fault, kind: 'refund_cancelled' }] : []
}
