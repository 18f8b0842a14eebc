import { storefrontLineStatus } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { receiveStorefrontOrder } from './receive-order.ts'

/** Handles shop orders with pending work: those never handled, and those that can continue now. */
export async function sweepStorefrontOrders(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const rows = await ctx.sql<{ storefront_order_id: number }>`
    select o.storefront_order_id from identity.v_storefront_order o
    where o.paid_at is not null and o.lines <> '[]'
      and not exists (select from checkout.storefront_line l where l.storefront_order_id = o.storefront_order_id)
    union
    select l.storefront_order_id from checkout.storefront_line l
    join identity.v_storefront_order o using (storefront_order_id)
    left join checkout.storefront_course c
      on c.organization_id = l.organization_id and c.provider = o.provider and c.sku = l.sku
    where l.lk_storefront_line_status_id = ${storefrontLineStatus.Waiting} and o.user_id is not null
       or l.lk_storefront_line_status_id = ${storefrontLineStatus.UnknownProduct} and c.course_website_id is not null
       -- Excludes courses still off sale, whose lines would use up the limit.
       or l.lk_storefront_line_status_id = ${storefrontLineStatus.NotOnSale} and exists (
         select from catalogue.v_course_website w where w.course_website_id = c.course_website_id)
    limit 200`
  for (const { storefront_order_id } of rows) {
    if (signal.aborted) return
    try {
      await receiveStorefrontOrder(ctx, storefront_order_id)
    } catch (error) {
      // A failing order must not block the others; the next sweep retries it.
      ctx.log.error('storefront.not_taken', error, { storefront_order_id })
    }
  }
}
