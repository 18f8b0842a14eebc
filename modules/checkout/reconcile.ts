import type { Sql } from '#platform/db/sql.ts'
import { checkCaptures, checkOrders, checkRefundedAmounts, checkRefunds, type GatewayLedger } from './payments/index.ts'

export type { GatewayLedger } from './payments/index.ts'

/**
 * Compares the books with the gateways' and with themselves; returns one sentence per fault. I1: every capture is
 * exactly one payment of the same cents and vice versa. I2: every refund and void is booked and vice versa, and none
 * exceeds its capture. I3: each paid item, and no other, has one enrollment. I4: no promo code is used more often
 * than allowed. I5: every redeemed key is one enrollment of the person who redeemed it. Sums: an order is the sum of
 * its lines, and a paid one has its payment. Without a ledger only the books are checked.
 */
export async function reconcile(sql: Sql, ledgers: GatewayLedger | readonly GatewayLedger[] | null): Promise<string[]> {
  const checks = await Promise.all([
    ...[ledgers ?? []].flat().flatMap((ledger) => [checkCaptures(sql, ledger), checkRefunds(sql, ledger)]),
    checkRefundedAmounts(sql),
    checkOrders(sql),
    checkEnrollments(sql),
    checkPromoCodes(sql),
    checkKeys(sql),
  ])
  return checks.flat()
}

async function checkEnrollments(sql: Sql): Promise<string[]> {
  const rows = await sql<{ order_item_id: number; paid: boolean; enrollments: number }>`
    select i.order_item_id, o.paid_at is not null as paid, count(s.student_course_id)::integer as enrollments
    from checkout.order_item i
    join checkout.customer_order o using (order_id)
    left join learning.v_student_course s
      on s.order_item_id = i.order_item_id and s.student_course_id = i.student_course_id and s.user_id = o.user_id
    group by i.order_item_id, o.paid_at
    having count(s.student_course_id) <> case when o.paid_at is null or i.kind <> 'course' then 0 else 1 end`
  return rows.map(
    ({ order_item_id, paid, enrollments }) =>
      `I3: ${paid ? 'paid' : 'unpaid'} item ${order_item_id} has ${enrollments} enrollments`,
  )
}

async function checkPromoCodes(sql: Sql): Promise<string[]> {
  const rows = await sql<{ code: string }>`
    select p.code from checkout.promo_code p join checkout.promo_use u using (promo_code_id)
    group by p.promo_code_id
    having count(*) > coalesce(p.usage_limit, count(*))
        or (p.once_per_customer and (count(*) > count(distinct u.user_id) or count(*) > count(distinct u.email)))`
  return rows.map(({ code }) => `I4: promo code ${code} is used more often than it may be`)
}

async function checkKeys(sql: Sql): Promise<string[]> {
  const rows = await sql<{ authorization_key_id: number }>`
    select k.authorization_key_id from checkout.authorization_key k
    where k.redeemed_at is not null and not exists (
      select from checkout.order_item i
      join checkout.customer_order o on o.order_id = i.order_id and o.paid_at is not null
      join learning.v_student_course s
        on s.order_item_id = i.order_item_id and s.student_course_id = i.student_course_id
      where i.order_item_id = k.order_item_id and s.user_id = k.redeemed_by)`
  return rows.map(({ authorization_key_id }) => `I5: redeemed key ${authorization_key_id} has no enrollment`)
}
