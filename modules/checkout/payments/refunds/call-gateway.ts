import type { ReversalResult } from '#modules/checkout/payments/gateways/gateway.ts'
import { reversingOf } from '#modules/checkout/payments/gateways/provider.ts'
import type { Ctx } from '#platform/ctx.ts'
import { changeToVoid, type RefundAttempt } from './refund-attempt.sql.ts'

/**
 * The second phase, outside any transaction: calls the gateway once. An unsettled capture can't be refunded; for a full
 * refund, the same attempt continues as a void.
 */
export async function callGateway(ctx: Ctx, refund: RefundAttempt): Promise<ReversalResult> {
  const { refund_attempt_id, way, capture_id, captured_cents, amount_cents, last_4, attempt, provider } = refund
  const gateway = reversingOf(ctx, provider)
  if (way === 'void') return gateway.void(capture_id)
  const result = await gateway.refund({ transaction_id: capture_id, amount_cents, last_4: last_4 ?? '', attempt })
  if (!result.offer_void || amount_cents !== captured_cents) return result
  const goesOn = await ctx.tx((inner) => changeToVoid(inner, refund_attempt_id))
  return goesOn ? gateway.void(capture_id) : { ...result, outcome: 'unknown' }
}
