import type { Ctx } from '#platform/ctx.ts'
import { ownerCondition } from './cart.sql.ts'
import { readGuestCookie, shopperOf } from './guest.ts'

/**
 * The number of courses in the visitor's cart, for the header of every page: one indexed query, none without a cart
 * cookie.
 */
export async function countCartItems(ctx: Ctx, cookieHeader: string): Promise<number> {
  const shopper = shopperOf(ctx, readGuestCookie(ctx.request.origin, cookieHeader))
  if (!shopper) return 0
  const [row] = await ctx.sql<{ items: number }>`
    select count(*)::integer as items from checkout.cart join checkout.cart_item using (cart_id)
    where ${ownerCondition(ctx.sql, shopper)} and cart.organization_id = ${ctx.organization.organization_id}
      and saved_at is null`
  return row?.items ?? 0
}
