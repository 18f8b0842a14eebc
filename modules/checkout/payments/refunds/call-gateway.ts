import type { ReversalResult } from '#modules/checkout/payments/gateways/gateway.ts'
import { reversalGateway } from '#modules/checkout/payments/gateways/provider.ts'
import type { Ctx } from '#platform/ctx.ts'
import { changeToVoid, type RefundAttempt } from './refund-attempt.sql.ts'

/**
 * Calls the gateway once; must not run in a transaction. An unsettled capture can't be refunded, so a full refund of
 * one continues as a void.
 */
export async function callGateway(ctx: Ctx, refund: RefundAttempt): Promise<ReversalResult> {
  const { refund_attempt_id, way, capture_id, captured_cents, amount_cents, last_4, attempt, provider } = refund
  const gateway = reversalGateway(ctx, provider)
  if (way === 'void') return gateway.void(capture_id)
  const result = await gateway.refund({ transaction_id: capture_id, amount_cents, last_4: last_4 ?? '', attempt })
  if (!result.offer_void || amount_cents !== captured_cents) return result
  const isVoid = await ctx.tx((inner) => changeToVoid(inner, refund_attempt_id))
  return isVoid ? gateway.void(capture_id) : { ...result, outcome: 'unknown' }
}
