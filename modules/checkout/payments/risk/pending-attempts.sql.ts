import { createHash } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { attemptSource, type DeclineSubjects, type Declines } from './declines.sql.ts'

const lockKey = (text: string): number => createHash('sha256').update(text).digest().readInt32BE(0)

/**
 * Blocks other attempts from the same network (and so address), browser or account until the transaction ends, so that
 * the counts are still correct when the attempt is inserted.
 */
export async function lockSource({ sql, request }: Ctx, user_id: number | null): Promise<void> {
  const { network, device_hash } = attemptSource(request)
  const keys = [
    ...(network === '' ? [] : [lockKey(`network ${network}`)]),
    ...(device_hash === null ? [] : [lockKey(`device ${device_hash.toString('hex')}`)]),
    ...(user_id === null ? [] : [lockKey(`account ${user_id}`)]),
  ]
  // In a fixed order, so that attempts that share several keys can't deadlock.
  keys.sort((a, b) => a - b)
  await sql`
    select pg_advisory_xact_lock(hashtext('checkout.payment_try'), key)
    from unnest(${sql.array(keys)}::integer[]) key`
}

/**
 * Counts attempts without a result, which may still be declined. Attempts in state 'calling' count only for a minute,
 * the longest duration of a call, because hosted pages stay in that state while waiting for the buyer.
 */
export async function countPendingAttempts(
  { unscoped, request }: Ctx,
  { intent_id, user_id }: DeclineSubjects,
): Promise<Declines> {
  const { address, network, device_hash } = attemptSource(request)
  const [counts] = await unscoped.sql<Declines>`
    select count(*) filter (where o.intent_id = ${intent_id})::integer as of_intent,
           count(*) filter (where o.user_id = ${user_id})::integer as of_account,
           count(*) filter (where a.device_hash = ${device_hash})::integer as of_device,
           count(*) filter (where a.address = ${address} and a.address <> '')::integer as of_address,
           count(*) filter (where a.network = ${network} and a.network <> '')::integer as of_network
    from checkout.payment_attempt a join checkout.customer_order o using (order_id)
    where a.state in ('calling', 'unknown') and a.called_at > platform.now() - interval '1 day'
      and (a.state = 'unknown' or a.called_at > platform.now() - interval '1 minute')`
  return counts!
}
