import type { LookupResult, ReversalResult } from '#modules/checkout/payments/gateways/gateway.ts'
import { reversalGateway } from '#modules/checkout/payments/gateways/provider.ts'
import { asTenant } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { bookReversal } from './book-reversal.ts'
import { claimDueRefunds, type RefundAttempt } from './refund-attempt.sql.ts'

type DueRefund = RefundAttempt & { final: boolean }
type RefundResult = Pick<ReversalResult, 'outcome' | 'transaction_id' | 'reason'>

/**
 * Fetches the results of refunds and voids that have none, and books them. Never resends a request; one unknown to the
 * gateway is given up after 15 minutes. Returns the number of settled ones.
 */
export async function resolveRefunds(ctx: Ctx): Promise<number> {
  let settledCount = 0
  for (const refund of await claimDueRefunds(ctx)) {
    try {
      if (await resolveRefund(ctx, refund)) settledCount += 1
    } catch (error) {
      // A failing refund must not block the others; the next sweep retries it.
      ctx.log.error('refund.unresolved', error, { refund_attempt_id: refund.refund_attempt_id })
    }
  }
  return settledCount
}

async function resolveRefund(ctx: Ctx, dueRefund: DueRefund): Promise<boolean> {
  const result = dueRefund.way === 'void' ? await findVoid(ctx, dueRefund) : await findRefund(ctx, dueRefund)
  if (!result) return false
  const tenant = await asTenant(ctx, dueRefund.organization_id)
  const state = await tenant.tx((inner) => bookReversal(inner, dueRefund.refund_attempt_id, result))
  return state !== 'unknown' && state !== 'calling'
}

const dayMs = 86_400_000
const notFoundResult: RefundResult = {
  outcome: 'error',
  transaction_id: null,
  reason: { code: 'none', text: 'The gateway has no such refund.' },
}

async function findRefund(
  ctx: Ctx,
  { provider, attempt, called_at, capture_id, final }: DueRefund,
): Promise<RefundResult | null> {
  const since = new Date(called_at.getTime() - dayMs)
  return toRefundResult(
    await reversalGateway(ctx, provider).findByAttempt(attempt, since, { transaction_id: capture_id }),
    final,
  )
}

function toRefundResult(result: LookupResult, final: boolean): RefundResult | null {
  if (result.answer === 'unknown') return null
  if (result.answer === 'none') return final ? notFoundResult : null
  return result.transaction
}

/** Finds the result of a void by the state of its capture. */
async function findVoid(ctx: Ctx, { provider, capture_id, final }: DueRefund): Promise<RefundResult | null> {
  const result = await reversalGateway(ctx, provider).details(capture_id)
  if (result.answer === 'found' && result.transaction.state === 'voided') {
    return { outcome: 'approved', transaction_id: capture_id, reason: result.transaction.reason }
  }
  return result.answer !== 'unknown' && final ? notFoundResult : null
}
