import { orderStatus } from '#modules/checkout/lookups.shared.ts'
import { localeOf } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Cents } from '#platform/money.ts'
import type { Locale } from '#platform/texts.ts'

/** The data of the email about a failed payment. */
export type RefusalEmail = {
  user_id: number
  locale: Locale
  organization_id: number
  organization_name: string
  /** The site where the order can still be paid: a cart's own, or where the student signs in. */
  organization_code: string
  order_id: number
  /** Created by staff or the student: it has its own page, and no cart. */
  written: boolean
  to: string
  name: string
  amount_cents: Cents
  items: string[]
}

type Row = Omit<RefusalEmail, 'locale'> & { lk_language_id: number }

/**
 * The email for an attempt that took no money, in the buyer's language; null if its order is paid or canceled by now,
 * or being paid again. For jobs.
 */
export async function findRefusalEmail({ sql }: Ctx, payment_attempt_id: number): Promise<RefusalEmail | null> {
  const [row] = await sql<Row>`
    select o.user_id, p.lk_language_id, o.organization_id, seller.name as organization_name,
           case when o.written_ind then p.organization_code else seller.code end as organization_code, o.order_id,
           o.written_ind as written, o.email as to, o.first_name as name, a.amount_cents,
           array(select i.name from checkout.order_item i
                 where i.order_id = o.order_id order by i.order_item_id) as items
    from checkout.payment_attempt a
    join checkout.customer_order o using (order_id)
    join identity.v_person p on p.user_id = o.user_id and p.deleted_at is null
    join identity.v_organization seller on seller.organization_id = o.organization_id
    where a.payment_attempt_id = ${payment_attempt_id} and a.state in ('declined', 'failed')
      and o.lk_order_status_id = ${orderStatus.Open}
      and not exists (select from checkout.payment_attempt later
                      where later.order_id = o.order_id and later.payment_attempt_id > a.payment_attempt_id)`
  if (!row) return null
  const { lk_language_id, ...email } = row
  return { ...email, locale: localeOf(lk_language_id) }
}
