import type { Ctx } from '#platform/ctx.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

/**
 * How far the books were compared with a gateway; null if never. `failed_at` and `reason` (the gateway's code) describe
 * the failure of the last attempt; null if it succeeded.
 */
export type Comparison = {
  provider: GatewayTransaction['provider']
  compared_until: Date | null
  failed_at: Date | null
  reason: string | null
}

/**
 * Marks a comparison as started. Returns the start of its period: the end of the last complete comparison, or the time
 * of the first attempt.
 */
export async function beginComparison({ sql }: Ctx, provider: GatewayTransaction['provider']): Promise<Date> {
  const [comparison] = await sql<{ start_at: Date }>`
    insert into checkout.settlement_comparison (provider) values (${provider})
    on conflict (provider) do update set began_at = platform.now()
    returning coalesce(compared_until, first_at) as start_at`
  return comparison!.start_at
}

/** Marks the comparison as complete up to `until`, where the next one continues. */
export const finishComparison = ({ sql }: Ctx, provider: GatewayTransaction['provider'], until: Date) => sql`
  update checkout.settlement_comparison
  set compared_until = greatest(compared_until, ${until}), compared_at = platform.now(), failed_at = null, reason = null
  where provider = ${provider}`

/** Records a failure. Returns whether its reason differs from the last one. */
export async function failComparison(
  { sql }: Ctx,
  provider: GatewayTransaction['provider'],
  reason: string,
): Promise<boolean> {
  const [before] = await sql<{ is_new: boolean }>`
    with before as (
      select provider, reason from checkout.settlement_comparison where provider = ${provider} for update
    )
    update checkout.settlement_comparison c
    set failed_at = platform.now(), reason = ${reason.slice(0, 200) || 'unknown'}
    from before where c.provider = before.provider
    returning before.reason is distinct from c.reason as is_new`
  return before!.is_new
}

/** The gateways that were compared since the last bank settlement, which is daily at 9:30 UTC. */
export async function listCurrentProviders({ sql }: Ctx): Promise<GatewayTransaction['provider'][]> {
  const rows = await sql<{ provider: GatewayTransaction['provider'] }>`
    select provider from checkout.settlement_comparison
    where failed_at is null and compared_at >= date_bin('1 day', platform.now(), '2026-01-01 09:30Z')`
  return rows.map(({ provider }) => provider)
}

export const listComparisons = ({ sql }: Ctx): Promise<Comparison[]> => sql<Comparison>`
  select provider, compared_until, failed_at, reason from checkout.settlement_comparison order by provider`
