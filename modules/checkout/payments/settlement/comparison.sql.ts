import type { Ctx } from '#platform/ctx.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

/**
 * How far the books were compared with a gateway; null: never. `failed_at` and `reason` (the gateway's code) are from
 * the last attempt, null on success.
 */
export type Comparison = {
  provider: GatewayTransaction['provider']
  compared_until: Date | null
  failed_at: Date | null
  reason: string | null
}

/** Starts a comparison; returns its start: the end of the last complete one, or the first attempt. */
export async function beginComparison({ sql }: Ctx, provider: GatewayTransaction['provider']): Promise<Date> {
  const [comparison] = await sql<{ goes_on: Date }>`
    insert into checkout.settlement_comparison (provider) values (${provider})
    on conflict (provider) do update set began_at = platform.now()
    returning coalesce(compared_until, first_at) as goes_on`
  return comparison!.goes_on
}

/** Records success up to `until`, where the next one continues. */
export const finishComparison = ({ sql }: Ctx, provider: GatewayTransaction['provider'], until: Date) => sql`
  update checkout.settlement_comparison
  set compared_until = greatest(compared_until, ${until}), compared_at = platform.now(), failed_at = null, reason = null
  where provider = ${provider}`

/** Records a failure; returns whether it is new or the same as last time. */
export async function failComparison(
  { sql }: Ctx,
  provider: GatewayTransaction['provider'],
  reason: string,
): Promise<boolean> {
  const [before] = await sql<{ news: boolean }>`
    with before as (
      select provider, reason from checkout.settlement_comparison where provider = ${provider} for update
    )
    update checkout.settlement_comparison c
    set failed_at = platform.now(), reason = ${reason.slice(0, 200) || 'unknown'}
    from before where c.provider = before.provider
    returning before.reason is distinct from c.reason as news`
  return before!.news
}

/** The gateways compared since the last bank settlement, daily at 9:30 UTC. */
export async function listCompared({ sql }: Ctx): Promise<GatewayTransaction['provider'][]> {
  const rows = await sql<{ provider: GatewayTransaction['provider'] }>`
    select provider from checkout.settlement_comparison
    where failed_at is null and compared_at >= date_bin('1 day', platform.now(), '2026-01-01 09:30Z')`
  return rows.map(({ provider }) => provider)
}

export const listComparisons = ({ sql }: Ctx): Promise<Comparison[]> => sql<Comparison>`
  select provider, compared_until, failed_at, reason from checkout.settlement_comparison order by provider`
