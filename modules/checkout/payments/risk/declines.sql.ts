import { createHash } from 'node:crypto'
import { networkOf } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { addressBlock } from '#platform/http/caller.ts'

/** The source of a payment attempt; '' or null for parts that are unknown. */
export function attemptSource({ address, device }: Ctx['request']) {
  return {
    address: addressBlock(address),
    network: address === '' ? '' : networkOf(address),
    device_hash: device ? createHash('sha256').update(device).digest() : null,
  }
}

/** The numbers of payment attempts declined within a day, by cart, buyer, browser, address and network. */
export type Declines = Record<'of_intent' | 'of_account' | 'of_device' | 'of_address' | 'of_network', number>

/** The subjects to count in addition to the caller's browser and address; null if unknown. */
export type DeclineSubjects = { intent_id: string | null; user_id: number | null }

/**
 * Counts declines for the caller on all sites, because they share a gateway and card testers move from one site to the
 * next.
 */
export async function countDeclines(
  { unscoped, request }: Pick<Ctx, 'unscoped' | 'request'>,
  { intent_id, user_id }: DeclineSubjects,
): Promise<Declines> {
  const { sql } = unscoped
  const { address, network, device_hash } = attemptSource(request)
  const isRecentDecline = sql`state = 'declined' and called_at > platform.now() - interval '1 day'`
  const [declines] = await sql<Declines>`
    select (select count(*) from checkout.payment_attempt join checkout.customer_order o using (order_id)
            where o.intent_id = ${intent_id} and ${isRecentDecline})::integer as of_intent,
           (select count(*) from checkout.payment_attempt join checkout.customer_order o using (order_id)
            where o.user_id = ${user_id} and ${isRecentDecline})::integer as of_account,
           (select count(*) from checkout.payment_attempt
            where device_hash = ${device_hash} and ${isRecentDecline})::integer as of_device,
           (select count(*) from checkout.payment_attempt
            where address = ${address} and address <> '' and ${isRecentDecline})::integer as of_address,
           (select count(*) from checkout.payment_attempt
            where network = ${network} and network <> '' and ${isRecentDecline})::integer as of_network`
  return declines!
}

/** The seconds until none of these limits is reached any more. */
export async function selectSecondsUntilAllowed(
  { unscoped, request }: Pick<Ctx, 'unscoped' | 'request'>,
  { intent_id, user_id }: DeclineSubjects,
  limits: Declines,
): Promise<number> {
  const { sql } = unscoped
  const { address, network, device_hash } = attemptSource(request)
  const isRecentDecline = sql`state = 'declined' and called_at > platform.now() - interval '1 day'`
  const [row] = await sql<{ seconds: number }>`
    select extract(epoch from max(called_at) + interval '1 day' - platform.now())::float8 as seconds from (
      (select called_at from checkout.payment_attempt join checkout.customer_order o using (order_id)
       where o.intent_id = ${intent_id} and ${isRecentDecline}
       order by called_at desc offset ${limits.of_intent - 1} limit 1)
      union all
      (select called_at from checkout.payment_attempt join checkout.customer_order o using (order_id)
       where o.user_id = ${user_id} and ${isRecentDecline}
       order by called_at desc offset ${limits.of_account - 1} limit 1)
      union all
      (select called_at from checkout.payment_attempt where device_hash = ${device_hash} and ${isRecentDecline}
       order by called_at desc offset ${limits.of_device - 1} limit 1)
      union all
      (select called_at from checkout.payment_attempt where address = ${address} and address <> '' and ${isRecentDecline}
       order by called_at desc offset ${limits.of_address - 1} limit 1)
      union all
      (select called_at from checkout.payment_attempt where network = ${network} and network <> '' and ${isRecentDecline}
       order by called_at desc offset ${limits.of_network - 1} limit 1)
    ) as limiting`
  return row!.seconds
}
