import { orderStatus } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Whether a person has an unsettled order, payment or refund, or a card saved at a gateway. */
export async function hasUnsettledMoney({ sql }: Pick<Ctx, 'sql'>, user_id: number): Promise<boolean> {
  const [row] = await sql<{ has_unsettled: boolean }>`
    select exists (select from checkout.payment_profile where user_id = ${user_id})
        or exists (
          select from checkout.customer_order o
          where o.user_id = ${user_id}
            and (o.lk_order_status_id = ${orderStatus.Open}
                 or exists (select from checkout.payment_attempt a
                            where a.order_id = o.order_id
                              and (a.state in ('calling', 'unknown', 'held')
                                   or exists (select from checkout.refund_attempt r
                                              where r.payment_attempt_id = a.payment_attempt_id
                                                and r.state in ('calling', 'unknown')))))) as has_unsettled`
  return row!.has_unsettled
}
