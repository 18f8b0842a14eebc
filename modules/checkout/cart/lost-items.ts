import type { Ctx } from '#platform/ctx.ts'
import type { Cart } from './cart.sql.ts'
import type { PricedCart } from './priced-cart.ts'

/** An item still in the cart but no longer for sale: not in the total and not bought. */
export type LostItem = { id: number; name: string }
type Row = LostItem & { bundled_cart_item_id: number | null }

/**
 * The items that became unavailable after they were added, including saved ones. A bundle is listed without its parts.
 */
export async function listLostItems(ctx: Ctx, cart: Cart | null, { lines, saved, left_out }: PricedCart) {
  const presentIds = new Set([...lines, ...saved, ...left_out].map(({ cart_item_id }) => cart_item_id))
  const missingItems = (await listItemNames(ctx, cart)).filter(({ id }) => !presentIds.has(id))
  const missingIds = new Set(missingItems.map(({ id }) => id))
  return missingItems
    .filter(({ bundled_cart_item_id: bundle }) => bundle === null || !missingIds.has(bundle))
    .map(({ id, name }): LostItem => ({ id, name }))
}

/** Unscoped: a withdrawn course is outside its previous seller's scope, but the shopper already saw its name. */
const listItemNames = async ({ unscoped: { sql } }: Ctx, cart: Cart | null): Promise<Row[]> =>
  cart
    ? sql<Row>`
        select i.cart_item_id as id, p.course_name as name, i.bundled_cart_item_id
        from checkout.cart_item i
        join catalogue.v_place_of_sale p
          on p.course_website_id = i.course_website_id and p.organization_id = i.organization_id
        where i.cart_id = ${cart.cart_id} order by i.cart_item_id`
    : []
