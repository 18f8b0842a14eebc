import { asTenant } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { bookResult } from './book-payment.ts'
import type { ChargeResult, LookupResult } from './gateways/gateway.ts'
import { type Provider, reversalGateway } from './gateways/provider.ts'
import { isDueAgain, leastRecentlyChecked } from './recheck-order.sql.ts'
import { recordUnanswered } from './settlement/unanswered.sql.ts'

type DueAttempt = {
  payment_attempt_id: number
  attempt: string
  state: string
  amount_cents: number
  transaction_id: string | null
  provider: Provider
  wallet_order_id: string | null
  called_at: Date
  /** Old enough that a 'none' from the gateway is final. */
  final: boolean
  organization_id: number
  code: string
  name: string
}

const notFoundResult: ChargeResult = {
  outcome: 'error',
  transaction_id: null,
  auth_code: null,
  last_4: null,
  brand: null,
  reason: { code: 'none', text: 'The gateway has no transaction of this attempt.' },
  avs: null,
  cvv: null,
}

/**
 * Fetches the result of every attempt without one, and books it. Never charges. An attempt unknown to the gateway is
 * given up after 15 minutes, not earlier: its capture may still arrive. If its own call ends without a result even
 * later, the 15 minutes start again. An attempt that is still open after a day becomes a discrepancy. Returns how many
 * were settled.
 */
export async function resolvePayments(ctx: Ctx): Promise<number> {
  let settledCount = 0
  for (const attempt of await claimDue(ctx)) {
    try {
      if (await resolveOne(ctx, attempt)) settledCount += 1
    } catch (error) {
      // One that can't be booked must not block the others; the next sweep retries it.
      ctx.log.error('payment.unresolved', error, { payment_attempt_id: attempt.payment_attempt_id })
    }
  }
  await recordUnanswered(ctx)
  return settledCount
}

const claimDue = ({ sql }: Ctx): Promise<DueAttempt[]> => sql<DueAttempt>`
  with due as (
    update checkout.payment_attempt set checked_at = platform.now()
    where payment_attempt_id in (
      select payment_attempt_id from checkout.payment_attempt
      where (state in ('unknown', 'held')
             -- A request that is still talking to the gateway ends within its deadline.
             or (state = 'calling' and called_at < platform.now() - interval '1 minute')
             or reopened_at is not null)
        and ${isDueAgain(sql)}
      order by ${leastRecentlyChecked(sql)} limit 100
      for no key update skip locked)
    returning payment_attempt_id)
  select a.payment_attempt_id, a.attempt, a.state, a.amount_cents, a.transaction_id, a.provider,
         a.wallet_order_id, a.called_at,
         coalesce(a.reopened_at, a.called_at) < platform.now() - interval '15 minutes' as final,
         o.organization_id, o.code, o.name
  from checkout.payment_attempt a
  join due using (payment_attempt_id)
  join identity.v_organization o using (organization_id)`

const dayMs = 86_400_000

async function resolveOne(ctx: Ctx, dueAttempt: DueAttempt): Promise<boolean> {
  const { payment_attempt_id } = dueAttempt
  const lookup = await lookUp(ctx, dueAttempt)
  const result = resultOf(ctx, dueAttempt, lookup)
  if (!result) return false
  const tenant = await asTenant(ctx, dueAttempt.organization_id)
  return (await tenant.tx((inner) => bookResult(inner, payment_attempt_id, result))) !== 'pending'
}

function lookUp(ctx: Ctx, dueAttempt: DueAttempt): Promise<LookupResult> {
  const { attempt, transaction_id, state, called_at, provider, wallet_order_id } = dueAttempt
  const gateway = reversalGateway(ctx, provider)
  if (state === 'held' && transaction_id) return gateway.details(transaction_id)
  const searchHint = { wallet_order_id: wallet_order_id ?? undefined }
  return gateway.findByAttempt(attempt, new Date(called_at.getTime() - dayMs), searchHint)
}

function resultOf(
  ctx: Ctx,
  { amount_cents, payment_attempt_id, final }: DueAttempt,
  result: LookupResult,
): ChargeResult | null {
  if (result.answer === 'unknown') return null
  if (result.answer === 'none') return final ? notFoundResult : null
  const { transaction } = result
  if (transaction.outcome === 'approved' && transaction.amount_cents !== amount_cents) {
    ctx.log.error('payment.amount', new Error('another sum was captured'), { payment_attempt_id })
    return null
  }
  return transaction
}
