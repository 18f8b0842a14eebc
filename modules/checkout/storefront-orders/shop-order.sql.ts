import type { ShopOrder, Storefront } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'

/**
 * A shop order as stored by the identity module; `user_id` is the person who has verified its email address, or null.
 */
export type StoredOrder = {
  storefront_order_id: number
  organization_id: number
  provider: Storefront['provider']
  external_id: string
  user_id: number | null
  lines: ShopOrder['lines']
  /** The code and name of the organization. */
  code: string
  name: string
}

export async function findShopOrder(ctx: Pick<Ctx, 'sql'>, storefront_order_id: number): Promise<StoredOrder | null> {
  const [order] = await ctx.sql<StoredOrder>`
    select s.storefront_order_id, s.organization_id, s.provider, s.external_id, s.user_id, s.lines, o.code, o.name
    from identity.v_storefront_order s join identity.v_organization o on o.organization_id = s.organization_id
    where s.storefront_order_id = ${storefront_order_id} and s.paid_at is not null`
  return order ?? null
}

export type ShopLine = {
  storefront_line_id: number
  external_id: string
  copy: number
  sku: string
  lk_storefront_line_status_id: number
  order_item_id: number | null
  /** The course that the product is mapped to, or null. */
  course_website_id: number | null
}

/** All copies in the order, with the courses of their products. */
export const listShopLines = ({ sql }: Pick<Ctx, 'sql'>, { storefront_order_id, provider }: StoredOrder) =>
  sql<ShopLine>`
    select l.storefront_line_id, l.external_id, l.copy, l.sku, l.lk_storefront_line_status_id, l.order_item_id,
           c.course_website_id
    from checkout.storefront_line l
    left join checkout.storefront_course c
      on c.organization_id = l.organization_id and c.provider = ${provider} and c.sku = l.sku
    where l.storefront_order_id = ${storefront_order_id}
    order by l.storefront_line_id`

type LineChange = { lk_storefront_line_status_id: number; order_item_id?: number; ended_at?: Date }

export async function updateShopLine({ sql }: Pick<Ctx, 'sql'>, storefront_line_id: number, change: LineChange) {
  await sql`
    update checkout.storefront_line set ${sql(change)}, updated_at = platform.now()
    where storefront_line_id = ${storefront_line_id}`
}

/** The numbers of returned copies by line; `line_external_id` is null for the cancellation of the whole order. */
export async function listReturns({ sql }: Pick<Ctx, 'sql'>, { organization_id, provider, external_id }: StoredOrder) {
  return sql<{ line_external_id: string | null; quantity: number }>`
    select line_external_id, sum(quantity)::int as quantity from checkout.storefront_return
    where organization_id = ${organization_id} and provider = ${provider} and order_external_id = ${external_id}
    group by line_external_id`
}
