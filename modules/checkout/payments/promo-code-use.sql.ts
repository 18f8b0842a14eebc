import type { Order } from '#modules/checkout/orders/order.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Returns an order's reserved uses, because no payment used them. */
export async function releasePromoCodes({ sql }: Ctx, order_id: number): Promise<void> {
  await sql`delete from checkout.promo_use where order_id = ${order_id}`
}

/** Counts returned uses again if the money arrives after all, even above the limit. */
export async function countPromoCodes({ sql }: Ctx, { order_id, user_id, email }: Order): Promise<void> {
  await sql`
    insert into checkout.promo_use (promo_code_id, organization_id, order_id, user_id, email)
    select distinct promo_code_id, organization_id, order_id, ${user_id}::integer, lower(${email}::text)
    from checkout.order_item where order_id = ${order_id} and promo_code_id is not null
    on conflict do nothing`
}
