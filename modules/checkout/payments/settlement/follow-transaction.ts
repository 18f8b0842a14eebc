import type { ListedTransaction } from '#modules/checkout/payments/gateways/gateway.ts'
import { reversingOf } from '#modules/checkout/payments/gateways/provider.ts'
import type { Ctx } from '#platform/ctx.ts'
import { noteFaults } from './discrepancy.sql.ts'
import { faultsOfCapture } from './follow-capture.ts'
import { faultsOfMissing } from './follow-missing.ts'
import { faultsOfRefund } from './follow-refund.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

/**
 * Asks the gateway about one transaction and brings the books to what it says: an open try is booked, a void or refund
 * made at the gateway's own desk appears as such, and what cannot be booked is noted as a discrepancy. In any order, any
 * number of times: always what is true now. `row` is how the gateway's list has it. Answers false where the gateway
 * could not be asked.
 */
export async function followTransaction(
  ctx: Ctx,
  transaction: GatewayTransaction,
  row?: ListedTransaction,
): Promise<boolean> {
  const found = await reversingOf(ctx, transaction.provider).details(transaction.transaction_id)
  if (found.answer === 'unknown') return false
  const faults =
    found.answer === 'none'
      ? await faultsOfMissing(ctx, transaction, row)
      : found.transaction.kind === 'refund'
        ? await faultsOfRefund(ctx, transaction, found.transaction)
        : await faultsOfCapture(ctx, transaction, found.transaction)
  await noteFaults(ctx, transaction, faults)
  return true
}
