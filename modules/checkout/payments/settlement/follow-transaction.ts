import type { ListedTransaction } from '#modules/checkout/payments/gateways/gateway.ts'
import { reversingOf } from '#modules/checkout/payments/gateways/provider.ts'
import type { Ctx } from '#platform/ctx.ts'
import { noteFaults } from './discrepancy.sql.ts'
import { faultsOfCapture } from './follow-capture.ts'
import { faultsOfMissing } from './follow-missing.ts'
import { faultsOfRefund } from './follow-refund.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

/**
 * Fetches one transaction from the gateway and updates the books: an open attempt is booked, a void or refund made in
 * the gateway's console is recorded as such, and the rest becomes a discrepancy. Idempotent and independent of order:
 * it always records the current state. `row` is the entry in the gateway's list. Returns false if the gateway could not
 * be reached.
 */
export async function followTransaction(
  ctx: Ctx,
  transaction: GatewayTransaction,
  row?: ListedTransaction,
): Promise<boolean> {
  const result = await reversingOf(ctx, transaction.provider).details(transaction.transaction_id)
  if (result.answer === 'unknown') return false
  const faults =
    result.answer === 'none'
      ? await faultsOfMissing(ctx, transaction, row)
      : result.transaction.kind === 'refund'
        ? await faultsOfRefund(ctx, transaction, result.transaction)
        : await faultsOfCapture(ctx, transaction, result.transaction)
  await noteFaults(ctx, transaction, faults)
  return true
}
