import { randomUUID } from 'node:crypto'
import { asTenant } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { toDollars } from '#platform/money.ts'
import { bookReversal } from './book-reversal.ts'
import { callGateway } from './call-gateway.ts'
import { insertRefund, type RefundAttempt } from './refund-attempt.sql.ts'

type Surplus = {
  payment_attempt_id: number
  organization_id: number
  amount_cents: number
  order_id: number
  user_id: number
}

/**
 * Refunds captures without a purchase, because the order was already paid or has changed. A refused refund is retried
 * after an hour. Returns the number of refunds.
 */
export async function refundSurplus(ctx: Ctx): Promise<number> {
  let refundedCount = 0
  for (const surplus of await listSurplus(ctx)) {
    try {
      if (await refundCapture(await asTenant(ctx, surplus.organization_id), surplus)) refundedCount += 1
    } catch (error) {
      ctx.log.error('surplus.not_returned', error, { payment_attempt_id: surplus.payment_attempt_id })
    }
  }
  return refundedCount
}

const listSurplus = ({ sql }: Ctx): Promise<Surplus[]> => sql<Surplus>`
  select a.payment_attempt_id, a.organization_id, a.amount_cents, a.order_id, o.user_id
  from checkout.payment_attempt a join checkout.customer_order o using (order_id)
  where a.state = 'surplus' and not exists (
    select from checkout.refund_attempt r
    where r.payment_attempt_id = a.payment_attempt_id
      and (r.state in ('calling', 'unknown', 'approved') or r.called_at > platform.now() - interval '1 hour'))
  order by a.payment_attempt_id
  limit 50`

async function refundCapture(ctx: Ctx, surplus: Surplus): Promise<boolean> {
  const refund = await ctx.tx((inner) => beginRefund(inner, surplus))
  if (!refund) return false
  const result = await callGateway(ctx, refund)
  const state = await ctx.tx((inner) => bookReversal(inner, refund.refund_attempt_id, result))
  if (state === 'declined' || state === 'failed') {
    const { payment_attempt_id } = surplus
    ctx.log.error('surplus.refused', new Error(result.reason.text), { payment_attempt_id, code: result.reason.code })
  }
  return state === 'approved'
}

/** Locks the capture, so that concurrent sweeps start only one refund. */
async function beginRefund(
  ctx: Ctx,
  { payment_attempt_id, organization_id, ...surplus }: Surplus,
): Promise<RefundAttempt | null> {
  const { amount_cents, order_id, user_id } = surplus
  await ctx.sql`
    select 1 from checkout.payment_attempt where payment_attempt_id = ${payment_attempt_id} for no key update`
  const [existing] = await ctx.sql`
    select from checkout.refund_attempt
    where payment_attempt_id = ${payment_attempt_id}
      and (state in ('calling', 'unknown', 'approved') or called_at > platform.now() - interval '1 hour')`
  if (existing) return null
  const draft = { organization_id, payment_attempt_id, payment_id: null, created_by: null, amount_cents }
  const details = { origin: 'surplus', asked: 'refund', request_id: randomUUID(), refunded_before_cents: 0 } as const
  const refund = await insertRefund(ctx, { ...draft, ...details })
  await ctx.audit({
    action: 'refund.begin',
    subject: `order_id:${order_id}`,
    subject_user_id: user_id,
    after: { asked: 'refund', amount: toDollars(amount_cents), order_id, surplus: true },
  })
  return refund
}
