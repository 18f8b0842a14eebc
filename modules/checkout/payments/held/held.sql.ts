import { type Attempt, lockAttempt } from '#modules/checkout/payments/attempt.sql.ts'
import type { Decision } from '#modules/checkout/payments/gateways/gateway.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

/** A held payment attempt, with the data for deciding about it. */
export type HeldAttempt = Pick<Attempt, 'payment_attempt_id' | 'order_id' | 'state' | 'provider' | 'transaction_id'> & {
  decision: Decision | null
  user_id: number
}

/** A payment attempt with its decision. Throws notFound for an order out of the caller's scope. */
export async function selectHeldAttempt(
  { sql, organization }: Pick<Ctx, 'sql' | 'organization'>,
  payment_attempt_id: number,
): Promise<HeldAttempt> {
  const [row] = await sql<HeldAttempt>`
    select a.payment_attempt_id, a.order_id, a.state, a.provider, a.transaction_id, a.decision, o.user_id
    from checkout.payment_attempt a join checkout.customer_order o using (order_id)
    where a.payment_attempt_id = ${payment_attempt_id}
      and a.organization_id = any(${sql.array(organization.scope)})`
  if (!row) throw errors.notFound()
  return row
}

export async function lockHeldAttempt(ctx: Ctx, payment_attempt_id: number): Promise<HeldAttempt> {
  await selectHeldAttempt(ctx, payment_attempt_id)
  await lockAttempt(ctx, payment_attempt_id)
  return selectHeldAttempt(ctx, payment_attempt_id)
}

export const updateDecision = ({ sql }: Ctx, payment_attempt_id: number, decision: Decision, decided_by: number) => sql`
  update checkout.payment_attempt
  set ${sql({ decision, decided_by })}, decided_at = platform.now()
  where payment_attempt_id = ${payment_attempt_id}`
