import type { Ctx } from '../../../platform/ctx.ts'
import { readGuestCookie, shopperOf } from './guest.ts'

/**
 * How many courses lie in the visitor's cart, for the header of every page: one query by an index, none for a visitor
 * without a cart. `cookieHeader` is the request's.
 */
export async function countCartItems(ctx: Ctx, cookieHeader: string): Promise<number> {
  const shopper = shopperOf(ctx, readGuestCookie(ctx.request.origin, cookieHeader))
  if (!shopper) return 0
  const owner =
    'user_id' in shopper ? ctx.sql`c.user_id = ${shopper.user_id}` : ctx.sql`c.guest_hash = ${shopper.guest_hash}`
  const [row] = await ctx.sql<{ items: number }>`
    select count(*)::integer as items from checkout.cart c join checkout.cart_item i using (cart_id)
    where ${owner} and c.organization_id = ${ctx.organization.organization_id}`
  return row?.items ?? 0
}
