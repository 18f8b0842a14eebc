import type { Ctx } from '#platform/ctx.ts'
import { listLines } from './cart.sql.ts'

/**
 * Removes items of these courses that are no longer for sale, so that the courses can be added from another offer.
 * Returns whether there were any. The caller must have locked the cart.
 */
export async function removeUnavailable(
  ctx: Pick<Ctx, 'sql' | 'log'>,
  { cart_id }: { cart_id: number },
  course_ids: readonly number[],
): Promise<boolean> {
  const { sql } = ctx
  const available_ids = (await listLines(ctx, cart_id)).map(({ cart_item_id }) => cart_item_id)
  const deletedItems = await sql`
    delete from checkout.cart_item
    where cart_id = ${cart_id} and course_id = any(${sql.array(course_ids)})
      and cart_item_id <> all(${sql.array(available_ids)})`
  return deletedItems.count > 0
}
