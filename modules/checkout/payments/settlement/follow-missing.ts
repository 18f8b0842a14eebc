import type { ListedTransaction } from '#modules/checkout/payments/gateways/gateway.ts'
import { findRefundOf } from '#modules/checkout/payments/refunds/refund-attempt.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { findCapture } from './capture.sql.ts'
import { type Fault, listUnknown } from './discrepancy.sql.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

const unlinked = { organization_id: null, order_id: null, booked_cents: null }

/**
 * The gateway does not know this transaction: a fault if the books depend on it, or if its own list has it (`row`),
 * which means that someone else requested the money, or that a bank took it back.
 */
export async function faultsOfMissing(
  ctx: Ctx,
  transaction: GatewayTransaction,
  row?: ListedTransaction,
): Promise<Fault[]> {
  const refund = await findRefundOf(ctx, { attempt: null, transaction_id: transaction.transaction_id })
  const capture = await findCapture(ctx, transaction, null)
  const booked = refund?.state === 'approved' ? refund : capture
  if (booked?.state === 'approved' || booked?.state === 'surplus') {
    const { organization_id, order_id, amount_cents: booked_cents } = booked
    return [{ kind: 'missing', organization_id, order_id, gateway_cents: null, booked_cents }]
  }
  // It may have left the list, so its known faults stay until a person resolves them.
  if (!row) return listUnknown(ctx, transaction)
  const kind = row.state === 'captured' || row.state === 'settled' ? 'unknown_capture' : 'unknown_refund'
  return [{ kind, gateway_cents: row.amount_cents, ...unlinked }]
}
