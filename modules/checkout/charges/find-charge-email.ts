import { orderStatus } from '#modules/checkout/lookups.shared.ts'
import { localeOf } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'
import { listOpenOrders, type OpenOrder } from './open-order.sql.ts'

export type ChargeEmail = {
  order: OpenOrder
  user_id: number
  first_name: string
  email: string
  locale: Locale
  organization_id: number
  organization_name: string
  /** The code of the student's own organization, on whose site they sign in. */
  organization_code: string
}

/**
 * The data of the email about an order created by staff, in the student's language; null if it is no longer open. For
 * jobs.
 */
export async function findChargeEmail(ctx: Ctx, order_id: number): Promise<ChargeEmail | null> {
  const [row] = await ctx.sql<Omit<ChargeEmail, 'order' | 'locale'> & { lk_language_id: number }>`
    select o.user_id, p.first_name, p.email, p.lk_language_id, o.organization_id, seller.name as organization_name,
           p.organization_code
    from checkout.customer_order o
    join identity.v_person p on p.user_id = o.user_id and p.deleted_at is null
    join identity.v_organization seller on seller.organization_id = o.organization_id
    where o.order_id = ${order_id} and o.lk_order_status_id = ${orderStatus.Open}`
  if (!row) return null
  const [order] = await listOpenOrders(ctx, row.user_id, order_id)
  const { lk_language_id, ...email } = row
  return order ? { order, locale: localeOf(lk_language_id), ...email } : null
}
