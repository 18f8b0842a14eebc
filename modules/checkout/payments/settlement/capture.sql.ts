import type { AttemptState } from '#modules/checkout/payments/attempt.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

/** A charge attempt with its payment. */
export type Capture = {
  payment_attempt_id: number
  organization_id: number
  order_id: number
  state: AttemptState
  amount_cents: number
  transaction_id: string | null
  payment_id: number | null
}

/**
 * Finds the attempt of a transaction by the gateway's id, otherwise by our number (`attempt`). Null if it is not ours.
 */
export async function findCapture(
  { sql }: Ctx,
  transaction: GatewayTransaction,
  attempt: string | null,
): Promise<Capture | null> {
  const [capture] = await sql<Capture>`
    select a.payment_attempt_id, a.organization_id, a.order_id, a.state, a.amount_cents, a.transaction_id, p.payment_id
    from checkout.payment_attempt a left join checkout.payment p using (payment_attempt_id)
    where a.provider = ${transaction.provider} and (a.transaction_id = ${transaction.transaction_id} or a.attempt = ${attempt})
    order by (a.transaction_id = ${transaction.transaction_id}) desc nulls last
    limit 1`
  return capture ?? null
}
