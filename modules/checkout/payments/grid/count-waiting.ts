import type { Ctx } from '#platform/ctx.ts'

/** How many refunds, held payments, discrepancies and chargebacks of the caller's organizations wait for a person. */
export type Waiting = { awaiting: number; held: number; discrepancies: number; chargebacks: number }

export async function countWaiting({ sql, organization }: Pick<Ctx, 'sql' | 'organization'>): Promise<Waiting> {
  const scope = sql.array(organization.scope)
  const [waiting] = await sql<Waiting>`
    select (select count(*) from checkout.refund_approval
            where decision is null and expires_at > platform.now() and organization_id = any(${scope}))::int as awaiting,
           (select count(*) from checkout.payment_attempt
            where state = 'held' and organization_id = any(${scope}))::int as held,
           (select count(*) from checkout.discrepancy
            where resolved_at is null and organization_id = any(${scope}))::int as discrepancies,
           (select count(*) from checkout.chargeback
            where (state = 'open' or courses is null) and organization_id = any(${scope}))::int as chargebacks`
  return waiting!
}

/** The whole days that the oldest item of each kind has waited; null if none waits. */
export async function ageWaiting({ sql, organization }: Pick<Ctx, 'sql' | 'organization'>) {
  const scope = sql.array(organization.scope)
  const [ages] = await sql<{ [kind in keyof Waiting]: number | null }>`
    with oldest as (
      select (select min(asked_at) from checkout.refund_approval
              where decision is null and expires_at > platform.now() and organization_id = any(${scope})) as awaiting,
             (select min(called_at) from checkout.payment_attempt
              where state = 'held' and organization_id = any(${scope})) as held,
             (select min(found_at) from checkout.discrepancy
              where resolved_at is null and organization_id = any(${scope})) as discrepancies,
             (select min(created_at) from checkout.chargeback
              where (state = 'open' or courses is null) and organization_id = any(${scope})) as chargebacks)
    select floor(extract(epoch from platform.now() - awaiting) / 86400)::int as awaiting,
           floor(extract(epoch from platform.now() - held) / 86400)::int as held,
           floor(extract(epoch from platform.now() - discrepancies) / 86400)::int as discrepancies,
           floor(extract(epoch from platform.now() - chargebacks) / 86400)::int as chargebacks
    from oldest`
  return ages!
}
