import type { ListedTransaction } from '#modules/checkout/payments/gateways/gateway.ts'
import { findRefundOf } from '#modules/checkout/payments/refunds/refund-attempt.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { findCapture } from './capture.sql.ts'
import { type Fault, listUnknownFaults } from './discrepancy.sql.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

const unlinked = { organization_id: null, order_id: null, booked_cents: null }

/**
 * Returns the faults of a transaction whose details the gateway does not have. It is a fault if the transaction is
 * booked, or is in the gateway's list (`row`): another system requested it, or a bank took the money back.
 */
export async function checkMissingTransaction(
  ctx: Ctx,
  transaction: GatewayTransaction,
  row?: ListedTransaction,
): Promise<Fault[]> {
  const refund = await findRefundOf(ctx, { attempt: null, transaction_id: transaction.transaction_id })
  const capture = await findCapture(ctx, transaction, null)
  const bookedTransaction = refund?.state === 'approved' ? refund : capture
  if (bookedTransaction?.state === 'approved' || bookedTransaction?.state === 'surplus') {
    const { organization_id, order_id, amount_cents: booked_cents } = bookedTransaction
    return [{ kind: 'missing', organization_id, order_id, gateway_cents: null, booked_cents }]
  }
  // The transaction may be too old for the list, so its known faults stay until a person resolves them.
  if (!row) return listUnknownFaults(ctx, transaction)
  const kind = row.state === 'captured' || row.state === 'settled' ? 'unknown_capture' : 'unknown_refund'
  return [{ kind, gateway_cents: row.amount_cents, ...unlinked }]
}
