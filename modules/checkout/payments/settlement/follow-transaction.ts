import type { ListedTransaction, TransactionDetails } from '#modules/checkout/payments/gateways/gateway.ts'
import { reversalGateway } from '#modules/checkout/payments/gateways/provider.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Fault, recordFaults } from './discrepancy.sql.ts'
import { bookCaptureState } from './follow-capture.ts'
import { checkMissingTransaction } from './follow-missing.ts'
import { bookRefundState } from './follow-refund.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

/**
 * Fetches a transaction from the gateway and updates the books to its current state: books open attempts, and voids and
 * refunds made in the gateway's console; records anything else as a discrepancy. Idempotent. `row` is the entry in the
 * gateway's list. Returns false if the gateway could not be reached.
 */
export async function followTransaction(
  ctx: Ctx,
  transaction: GatewayTransaction,
  row?: ListedTransaction,
): Promise<boolean> {
  const result = await reversalGateway(ctx, transaction.provider).details(transaction.transaction_id)
  if (result.answer === 'unknown') return false
  const faults =
    result.answer === 'none'
      ? await checkMissingTransaction(ctx, transaction, row)
      : await bookState(ctx, transaction, result.transaction)
  await recordFaults(ctx, transaction, faults)
  return true
}

const bookState = (ctx: Ctx, transaction: GatewayTransaction, details: TransactionDetails): Promise<Fault[]> =>
  details.kind === 'refund' ? bookRefundState(ctx, transaction, details) : bookCaptureState(ctx, transaction, details)
