import type { Ctx } from '#platform/ctx.ts'
import { ownedBy } from './cart.sql.ts'
import { readGuestCookie, shopperOf } from './guest.ts'

/**
 * The number of courses in the visitor's cart, for every page's header: one indexed query, none for a visitor without a
 * cart. `cookieHeader` is the request's.
 */
export async function countCartItems(ctx: Ctx, cookieHeader: string): Promise<number> {
  const shopper = shopperOf(ctx, readGuestCookie(ctx.request.origin, cookieHeader))
  if (!shopper) return 0
  const [row] = await ctx.sql<{ items: number }>`
    select count(*)::integer as items from checkout.cart join checkout.cart_item using (cart_id)
    where ${ownedBy(ctx.sql, shopper)} and cart.organization_id = ${ctx.organization.organization_id}
      and saved_at is null`
  return row?.items ?? 0
}
