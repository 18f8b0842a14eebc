import type { Ctx } from '../../../platform/ctx.ts'
import type { ListedTransaction } from '../payments/gateway.ts'
import { reversingOf } from '../payments/provider.ts'
import { noteFaults } from './discrepancy.sql.ts'
import { faultsOfCapture } from './follow-capture.ts'
import { faultsOfMissing } from './follow-missing.ts'
import { faultsOfRefund } from './follow-refund.ts'
import type { Moved } from './moved.ts'

/**
 * Asks the gateway about one transaction and brings the books to what it says: an open try is booked, a void or refund
 * made at the gateway's own desk appears as such, and what cannot be booked is noted as a discrepancy. In any order, any
 * number of times: always what is true now. `row` is how the gateway's list has it. Answers false where the gateway
 * could not be asked.
 */
export async function followTransaction(ctx: Ctx, moved: Moved, row?: ListedTransaction): Promise<boolean> {
  const found = await reversingOf(ctx, moved.provider).details(moved.transaction_id)
  if (found.answer === 'unknown') return false
  const faults =
    found.answer === 'none'
      ? await faultsOfMissing(ctx, moved, row)
      : found.transaction.kind === 'refund'
        ? await faultsOfRefund(ctx, moved, found.transaction)
        : await faultsOfCapture(ctx, moved, found.transaction)
  await noteFaults(ctx, moved, faults)
  return true
}
