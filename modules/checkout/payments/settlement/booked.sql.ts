import type { Ctx } from '#platform/ctx.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'
import { unansweredKinds } from './unanswered.sql.ts'

/** A gateway transaction in the books. */
export type BookedTransaction = {
  transaction_id: string
  amount_cents: number
  state: 'captured' | 'voided' | 'refunded'
}

type BookedQuery = { provider: GatewayTransaction['provider']; ids: readonly string[]; since: Date; until: Date }

/** The captures and refunds that are booked under these ids or were requested in that period. */
export const listBooked = (
  { sql }: Ctx,
  { provider, ids, since, until }: BookedQuery,
): Promise<BookedTransaction[]> => sql<BookedTransaction>`
  select a.transaction_id, a.amount_cents,
         case when exists (select from checkout.refund_attempt v
                           where v.payment_attempt_id = a.payment_attempt_id and v.way = 'void' and v.state = 'approved')
              then 'voided' else 'captured' end as state
  from checkout.payment_attempt a
  where a.provider = ${provider} and a.state in ('approved', 'surplus')
    and (a.transaction_id = any(${sql.array(ids)}::text[]) or (a.called_at > ${since} and a.called_at <= ${until}))
  union all
  select r.transaction_id, r.amount_cents, 'refunded'
  from checkout.refund_attempt r join checkout.payment_attempt a using (payment_attempt_id)
  where a.provider = ${provider} and r.state = 'approved' and r.way = 'refund'
    and (r.transaction_id = any(${sql.array(ids)}::text[]) or (r.called_at > ${since} and r.called_at <= ${until}))`

/** The transactions of open discrepancies, which may be resolved when checked again. */
export const listDisputed = ({ sql }: Ctx): Promise<GatewayTransaction[]> => sql<GatewayTransaction>`
  select distinct provider, transaction_id from checkout.discrepancy
  where resolved_at is null and kind <> all(${sql.array(unansweredKinds)}::text[])
  limit 500`

/** Captures without a purchase that were not refunded within a day. */
export const listStuckSurplus = ({ sql }: Ctx) => sql<
  GatewayTransaction & { organization_id: number; order_id: number; amount_cents: number }
>`
  select a.provider, a.transaction_id, a.organization_id, a.order_id, a.amount_cents
  from checkout.payment_attempt a
  where a.state = 'surplus' and a.called_at < platform.now() - interval '1 day' and not exists (
    select from checkout.refund_attempt r where r.payment_attempt_id = a.payment_attempt_id and r.state = 'approved')
  limit 500`
