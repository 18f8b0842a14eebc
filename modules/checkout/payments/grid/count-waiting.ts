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
