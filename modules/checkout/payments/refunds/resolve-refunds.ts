import type { LookupResult, ReversalResult } from '#modules/checkout/payments/gateways/gateway.ts'
import { reversingOf } from '#modules/checkout/payments/gateways/provider.ts'
import { asTenant } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { bookReversal } from './book-reversal.ts'
import { claimDueRefunds, type RefundAttempt } from './refund-attempt.sql.ts'

type DueRefund = RefundAttempt & { final: boolean }
type Answer = Pick<ReversalResult, 'outcome' | 'transaction_id' | 'reason'>

/**
 * Fetches the result of every refund and void without one, and books it; never sends one again. Those unknown to the
 * gateway are given up after 15 minutes. Returns how many were settled.
 */
export async function resolveRefunds(ctx: Ctx): Promise<number> {
  let settled = 0
  for (const refund of await claimDueRefunds(ctx)) {
    try {
      if (await resolveOne(ctx, refund)) settled += 1
    } catch (error) {
      // One that can't be booked must not block the others; the next sweep retries it.
      ctx.log.error('refund.unresolved', error, { refund_attempt_id: refund.refund_attempt_id })
    }
  }
  return settled
}

async function resolveOne(ctx: Ctx, dueRefund: DueRefund): Promise<boolean> {
  const answer = dueRefund.way === 'void' ? await findVoid(ctx, dueRefund) : await lookUpRefund(ctx, dueRefund)
  if (!answer) return false
  const tenant = await asTenant(ctx, dueRefund.organization_id)
  const state = await tenant.tx((inner) => bookReversal(inner, dueRefund.refund_attempt_id, answer))
  return state !== 'unknown' && state !== 'calling'
}

const dayMs = 86_400_000
const nothing: Answer = {
  outcome: 'error',
  transaction_id: null,
  reason: { code: 'none', text: 'The gateway has done nothing of this.' },
}

async function lookUpRefund(
  ctx: Ctx,
  { provider, attempt, called_at, capture_id, final }: DueRefund,
): Promise<Answer | null> {
  const since = new Date(called_at.getTime() - dayMs)
  return readRefund(
    await reversingOf(ctx, provider).findByAttempt(attempt, since, { transaction_id: capture_id }),
    final,
  )
}

function readRefund(result: LookupResult, final: boolean): Answer | null {
  if (result.answer === 'unknown') return null
  if (result.answer === 'none') return final ? nothing : null
  return result.transaction
}

/** The capture itself shows whether it was voided. */
async function findVoid(ctx: Ctx, { provider, capture_id, final }: DueRefund): Promise<Answer | null> {
  const result = await reversingOf(ctx, provider).details(capture_id)
  if (result.answer === 'found' && result.transaction.state === 'voided') {
    return { outcome: 'approved', transaction_id: capture_id, reason: result.transaction.reason }
  }
  return result.answer !== 'unknown' && final ? nothing : null
}
