import { orderStatus } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'

export type RefusedPayment = {
  at: Date
  /** The gateway's explanation. */
  reason: string | null
  /** Its order was paid after all, even if the money was refunded later. */
  paid: boolean
}

/** A person's last declined or failed payment, or null. Callers must check the scope. */
export async function findRefusedPayment({ sql }: Pick<Ctx, 'sql'>, user_id: number): Promise<RefusedPayment | null> {
  const [row] = await sql<RefusedPayment>`
    select a.called_at as at, nullif(a.reason_text, '') as reason, o.lk_order_status_id in (${orderStatus.Paid}, ${orderStatus.Refunded}, ${orderStatus.ChargedBack}) as paid
    from checkout.customer_order o
    join checkout.payment_attempt a using (order_id)
    where o.user_id = ${user_id} and a.state in ('declined', 'failed')
    order by a.payment_attempt_id desc limit 1`
  return row ?? null
}
