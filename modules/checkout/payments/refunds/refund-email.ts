import { localeOf } from '#modules/identity/index.ts'
import { status } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Cents } from '#platform/money.ts'
import type { Locale } from '#platform/texts.ts'

/** The data of the email about a refund. `ended` contains the names of the courses that it ended. */
export type RefundEmail = {
  user_id: number
  locale: Locale
  organization_id: number
  organization_code: string
  organization_name: string
  order_id: number
  to: string
  name: string
  way: 'refund' | 'void'
  surplus: boolean
  amount_cents: Cents
  total_cents: Cents
  last_4: string | null
  brand: string | null
  transaction_id: string
  ended: string[]
}

type Row = Omit<RefundEmail, 'locale' | 'ended'> & { lk_language_id: number }

/** The data of the email about a completed refund or void, in the buyer's language; null for others. For jobs. */
export async function findRefundEmail({ sql }: Ctx, refund_attempt_id: number): Promise<RefundEmail | null> {
  const [row] = await sql<Row>`
    select o.user_id, person.lk_language_id, o.organization_id, site.code as organization_code,
           site.name as organization_name, o.order_id, o.email as to, o.first_name as name, r.way,
           r.payment_id is null as surplus, r.amount_cents, a.amount_cents as total_cents, a.last_4, a.brand,
           a.transaction_id
    from checkout.refund_attempt r
    join checkout.payment_attempt a using (payment_attempt_id)
    join checkout.customer_order o on o.order_id = a.order_id
    join identity.v_person person on person.user_id = o.user_id
    join identity.v_organization site on site.organization_id = o.organization_id
    where r.refund_attempt_id = ${refund_attempt_id} and r.state = 'approved'`
  if (!row) return null
  const { lk_language_id, ...email } = row
  const endedCourses = await sql<{ name: string }>`
    select i.name from checkout.refund_line l
    join checkout.order_item i using (order_item_id)
    join learning.v_student_course s on s.student_course_id = i.student_course_id
    where l.refund_attempt_id = ${refund_attempt_id} and l.ends_enrolment
      and s.lk_student_course_status_id = ${status.refunded}
    order by i.order_item_id`
  return { ...email, locale: localeOf(lk_language_id), ended: endedCourses.map(({ name }) => name) }
}
