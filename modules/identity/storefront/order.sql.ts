import { storefrontOrderStored } from '#modules/identity/facts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { orderKey, type ShopOrder, type Storefront, sameEmail } from './storefronts.ts'

export type StoredOrder = {
  storefront_order_id: number
  organization_id: number
  order_name: string
  email: string
  customer_name: string
  user_id: number | null
}

/** The paid order of this number and email address in the visited organization, or null. */
export async function findOrder(
  ctx: Ctx,
  provider: string,
  order_key: string,
  email: string,
): Promise<StoredOrder | null> {
  const rows = await ctx.sql<StoredOrder>`
    select storefront_order_id, organization_id, order_name, email, customer_name, user_id
    from identity.storefront_order
    where organization_id = ${ctx.organization.organization_id} and provider = ${provider}
      and order_key = ${order_key} and paid_at is not null
    order by storefront_order_id desc limit 10`
  return rows.find((order) => sameEmail(order.email, email)) ?? null
}

/**
 * Stores an order as reported by the shop; a repeated report updates it, and its owner stays. In one transaction with
 * its fact.
 */
export async function saveOrder(ctx: Ctx, provider: Storefront['provider'], order: ShopOrder): Promise<void> {
  const { external_id, order_name, email, customer_name, paid_at, lines } = order
  const row = {
    organization_id: ctx.organization.organization_id,
    provider,
    external_id,
    order_name,
    email,
    paid_at,
    customer_name: customer_name.slice(0, 200),
    order_key: orderKey(order_name),
    lines: ctx.sql.json(lines),
    received_at: ctx.now,
  }
  const [storedOrder] = await ctx.sql<{ storefront_order_id: number }>`
    insert into identity.storefront_order ${ctx.sql(row)}
    on conflict (organization_id, provider, external_id) do update
    set email = excluded.email, customer_name = excluded.customer_name, lines = excluded.lines,
        paid_at = excluded.paid_at, received_at = excluded.received_at
    returning storefront_order_id`
  await ctx.emit(storefrontOrderStored, storedOrder!)
}

/** Whether this delivery is new; marks it as received. */
export async function isNewDelivery(ctx: Ctx, provider: string, delivery_id: string): Promise<boolean> {
  const row = { organization_id: ctx.organization.organization_id, provider, delivery_id, received_at: ctx.now }
  const rows = await ctx.sql`
    insert into identity.storefront_delivery ${ctx.sql(row)} on conflict do nothing returning delivery_id`
  return rows.length > 0
}
