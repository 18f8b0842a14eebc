import type { Ctx } from '../../../platform/ctx.ts'
import type { Moved } from './moved.ts'

/**
 * How far the books were compared with a gateway; null: never. `failed_at` and `reason` (the gateway's code) are of the
 * last try, null where it went well.
 */
export type Comparison = {
  provider: Moved['provider']
  compared_until: Date | null
  failed_at: Date | null
  reason: string | null
}

/** A comparison begins; answers where it goes on from: where the last whole one ended, before that the first try. */
export async function beginComparison({ sql }: Ctx, provider: Moved['provider']): Promise<Date> {
  const [comparison] = await sql<{ goes_on: Date }>`
    insert into checkout.settlement_comparison (provider) values (${provider})
    on conflict (provider) do update set began_at = platform.now()
    returning coalesce(compared_until, first_at) as goes_on`
  return comparison!.goes_on
}

/** It went well up to `until`: the next one goes on from there. */
export const finishComparison = ({ sql }: Ctx, provider: Moved['provider'], until: Date) => sql`
  update checkout.settlement_comparison
  set compared_until = greatest(compared_until, ${until}), failed_at = null, reason = null
  where provider = ${provider}`

export const failComparison = ({ sql }: Ctx, provider: Moved['provider'], reason: string) => sql`
  update checkout.settlement_comparison
  set failed_at = platform.now(), reason = ${reason.slice(0, 200) || 'unknown'}
  where provider = ${provider}`

export const listComparisons = ({ sql }: Ctx): Promise<Comparison[]> => sql<Comparison>`
  select provider, compared_until, failed_at, reason from checkout.settlement_comparison order by provider`
