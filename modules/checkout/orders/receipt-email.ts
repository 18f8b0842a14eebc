import { localeOf } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'
import { findReceipt, type Receipt } from './receipt.ts'

export type ReceiptEmail = {
  receipt: Receipt
  user_id: number
  /** '' for a deleted buyer. */
  first_name: string
  locale: Locale
  organization_id: number
  organization_code: string
  organization_name: string
  brand_color: string | null
  time_zone: string
  /** The deadline of the order's course; null if it has none, or not exactly one course. */
  expires_at: Date | null
}

/** The data of a paid order's email, in the student's language; null if nothing was paid. For jobs. */
export async function findReceiptEmail(ctx: Ctx, order_id: number): Promise<ReceiptEmail | null> {
  const [row] = await ctx.sql<Omit<ReceiptEmail, 'receipt' | 'locale'> & { lk_language_id: number }>`
    select c.user_id, coalesce(person.first_name, '') as first_name, coalesce(person.lk_language_id, 1) as lk_language_id, c.organization_id, o.code as organization_code,
           o.name as organization_name, o.brand_color, o.time_zone,
           (select case when count(*) = 1 then min(s.expires_at) end
            from checkout.order_item i join learning.v_student_course s using (student_course_id)
            where i.order_id = c.order_id and i.kind = 'course') as expires_at
    from checkout.customer_order c
    -- Null in the scope of staff if the buyer belongs to a parent organization.
    left join identity.v_person person on person.user_id = c.user_id
    join identity.v_organization o on o.organization_id = c.organization_id
    where c.order_id = ${order_id}`
  if (!row) return null
  const { lk_language_id, ...recipient } = row
  const locale = localeOf(lk_language_id)
  const receipt = await findReceipt({ sql: ctx.sql, locale }, { order_id })
  return receipt && { receipt: receipt.receipt, locale, ...recipient }
}
