import type { Ctx } from '#platform/ctx.ts'
import { type Fault, insertFaults } from './discrepancy.sql.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

/** Kinds that refer to one of our attempts by number, because the gateway has returned no id or has not decided. */
export const unansweredKinds = ['unanswered_payment', 'unanswered_refund', 'still_held'] as const

/**
 * Records attempts that have been without a result for a day as discrepancies for staff, and resolves those that have
 * one now.
 */
export async function recordUnanswered(ctx: Ctx): Promise<void> {
  await resolveAnswered(ctx)
  for (const { provider, attempt, ...fault } of await listUnanswered(ctx)) {
    await insertFaults(ctx, { provider, transaction_id: attempt }, [{ ...fault, gateway_cents: null }])
  }
}

const openAttempts = (sql: Ctx['sql']) => sql`
  select a.provider, a.attempt, a.organization_id, a.order_id, a.amount_cents as booked_cents, a.called_at,
         case a.state when 'held' then 'still_held' else 'unanswered_payment' end as kind
  from checkout.payment_attempt a where a.state in ('calling', 'unknown', 'held')
  union all
  select a.provider, r.attempt, r.organization_id, a.order_id, r.amount_cents, r.called_at, 'unanswered_refund'
  from checkout.refund_attempt r join checkout.payment_attempt a using (payment_attempt_id)
  where r.state in ('calling', 'unknown')`

type UnansweredAttempt = Omit<Fault, 'gateway_cents'> & { provider: GatewayTransaction['provider']; attempt: string }

const listUnanswered = ({ sql }: Ctx): Promise<UnansweredAttempt[]> => sql<UnansweredAttempt>`
  select open.provider, open.attempt, open.organization_id, open.order_id, open.booked_cents, open.kind
  from (${openAttempts(sql)}) open
  where open.called_at < platform.now() - interval '1 day' and not exists (
    select from checkout.discrepancy d
    where d.provider = open.provider and d.transaction_id = open.attempt and d.kind = open.kind)
  limit 500`

const resolveAnswered = ({ sql }: Ctx) => sql`
  update checkout.discrepancy d set resolved_at = platform.now()
  where d.resolved_at is null and d.kind = any(${sql.array(unansweredKinds)}::text[]) and not exists (
    select from (${openAttempts(sql)}) open where open.attempt = d.transaction_id and open.kind = d.kind)`
