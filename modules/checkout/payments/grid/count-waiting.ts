import type { Ctx } from '#platform/ctx.ts'

/**
 * The numbers of refunds, held payments, discrepancies and chargebacks in the caller's organizations that wait for
 * staff.
 */
export type PendingCounts = { awaiting: number; held: number; discrepancies: number; chargebacks: number }

export async function countPending({ sql, organization }: Pick<Ctx, 'sql' | 'organization'>): Promise<PendingCounts> {
  const scope = sql.array(organization.scope)
  const [counts] = await sql<PendingCounts>`
    select (select count(*) from checkout.refund_approval
            where decision is null and expires_at > platform.now() and organization_id = any(${scope}))::int as awaiting,
           (select count(*) from checkout.payment_attempt
            where state = 'held' and organization_id = any(${scope}))::int as held,
           (select count(*) from checkout.discrepancy
            where resolved_at is null and organization_id = any(${scope}))::int as discrepancies,
           (select count(*) from checkout.chargeback
            where (state = 'open' or courses is null) and organization_id = any(${scope}))::int as chargebacks`
  return counts!
}

/** The age in whole days of the oldest item of each kind; null if there is none. */
export async function selectPendingAges({ sql, organization }: Pick<Ctx, 'sql' | 'organization'>) {
  const scope = sql.array(organization.scope)
  const [ages] = await sql<{ [kind in keyof PendingCounts]: number | null }>`
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
