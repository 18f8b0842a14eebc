import { createHash } from 'node:crypto'
import { networkOf } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { addressBlock } from '#platform/http/caller.ts'

/** The origin of a payment attempt; '' and null if unknown. */
export function sourceOf({ address, device }: Ctx['request']) {
  return {
    address: addressBlock(address),
    network: address === '' ? '' : networkOf(address),
    device_hash: device ? createHash('sha256').update(device).digest() : null,
  }
}

/** Payment attempts declined within a day: by cart, buyer, browser, connection and network. */
export type Declines = Record<'of_intent' | 'of_account' | 'of_device' | 'of_address' | 'of_network', number>

/** The further subjects to count besides the caller's browser and connection; null if unknown. */
export type Counted = { intent_id: string | null; user_id: number | null }

/** Counts them for the caller across all sites: they share one gateway, and card testers move from one to the next. */
export async function countDeclines(
  { unscoped, request }: Pick<Ctx, 'unscoped' | 'request'>,
  { intent_id, user_id }: Counted,
): Promise<Declines> {
  const { sql } = unscoped
  const { address, network, device_hash } = sourceOf(request)
  const lately = sql`state = 'declined' and called_at > platform.now() - interval '1 day'`
  const [declines] = await sql<Declines>`
    select (select count(*) from checkout.payment_attempt join checkout.customer_order o using (order_id)
            where o.intent_id = ${intent_id} and ${lately})::integer as of_intent,
           (select count(*) from checkout.payment_attempt join checkout.customer_order o using (order_id)
            where o.user_id = ${user_id} and ${lately})::integer as of_account,
           (select count(*) from checkout.payment_attempt
            where device_hash = ${device_hash} and ${lately})::integer as of_device,
           (select count(*) from checkout.payment_attempt
            where address = ${address} and address <> '' and ${lately})::integer as of_address,
           (select count(*) from checkout.payment_attempt
            where network = ${network} and network <> '' and ${lately})::integer as of_network`
  return declines!
}

/** Seconds until none of these limits is reached any more. */
export async function findSecondsDeclined(
  { unscoped, request }: Pick<Ctx, 'unscoped' | 'request'>,
  { intent_id, user_id }: Counted,
  limits: Declines,
): Promise<number> {
  const { sql } = unscoped
  const { address, network, device_hash } = sourceOf(request)
  const declinedLately = sql`state = 'declined' and called_at > platform.now() - interval '1 day'`
  const [row] = await sql<{ seconds: number }>`
    select extract(epoch from max(called_at) + interval '1 day' - platform.now())::float8 as seconds from (
      (select called_at from checkout.payment_attempt join checkout.customer_order o using (order_id)
       where o.intent_id = ${intent_id} and ${declinedLately}
       order by called_at desc offset ${limits.of_intent - 1} limit 1)
      union all
      (select called_at from checkout.payment_attempt join checkout.customer_order o using (order_id)
       where o.user_id = ${user_id} and ${declinedLately}
       order by called_at desc offset ${limits.of_account - 1} limit 1)
      union all
      (select called_at from checkout.payment_attempt where device_hash = ${device_hash} and ${declinedLately}
       order by called_at desc offset ${limits.of_device - 1} limit 1)
      union all
      (select called_at from checkout.payment_attempt where address = ${address} and address <> '' and ${declinedLately}
       order by called_at desc offset ${limits.of_address - 1} limit 1)
      union all
      (select called_at from checkout.payment_attempt where network = ${network} and network <> '' and ${declinedLately}
       order by called_at desc offset ${limits.of_network - 1} limit 1)
    ) as reached`
  return row!.seconds
}
