import { createHash } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { type Counted, type Declines, sourceOf } from './declines.sql.ts'

const lockKey = (text: string): number => createHash('sha256').update(text).digest().readInt32BE(0)

/**
 * Until the caller's transaction ends, no other attempt can start from the same network (which includes the address),
 * browser or account: the counts still hold when the attempt is written.
 */
export async function lockSource({ sql, request }: Ctx, user_id: number | null): Promise<void> {
  const { network, device_hash } = sourceOf(request)
  const keys = [
    ...(network === '' ? [] : [lockKey(`network ${network}`)]),
    ...(device_hash === null ? [] : [lockKey(`device ${device_hash.toString('hex')}`)]),
    ...(user_id === null ? [] : [lockKey(`account ${user_id}`)]),
  ]
  // In a fixed order, so that two attempts that share several of these can't deadlock.
  keys.sort((a, b) => a - b)
  await sql`
    select pg_advisory_xact_lock(hashtext('checkout.payment_try'), key)
    from unnest(${sql.array(keys)}::integer[]) key`
}

/**
 * Attempts without a known result, counted like declines: each may become one. A hosted page waits for its buyer under
 * 'calling'; only its first minute counts, the longest duration of a call.
 */
export async function countPendingAttempts(
  { unscoped, request }: Ctx,
  { intent_id, user_id }: Counted,
): Promise<Declines> {
  const { address, network, device_hash } = sourceOf(request)
  const [tries] = await unscoped.sql<Declines>`
    select count(*) filter (where o.intent_id = ${intent_id})::integer as of_intent,
           count(*) filter (where o.user_id = ${user_id})::integer as of_account,
           count(*) filter (where a.device_hash = ${device_hash})::integer as of_device,
           count(*) filter (where a.address = ${address} and a.address <> '')::integer as of_address,
           count(*) filter (where a.network = ${network} and a.network <> '')::integer as of_network
    from checkout.payment_attempt a join checkout.customer_order o using (order_id)
    where a.state in ('calling', 'unknown') and a.called_at > platform.now() - interval '1 day'
      and (a.state = 'unknown' or a.called_at > platform.now() - interval '1 minute')`
  return tries!
}
