import type { Ctx } from '#platform/ctx.ts'

/**
 * Deletes unused codes, and ends those that were used or are in a cart; their buyers see a message in the checkout. The
 * caller must check the scope.
 */
export async function deleteOrEndCodes(
  { sql }: Pick<Ctx, 'sql'>,
  ids: readonly number[],
): Promise<{ deleted: number[]; ended: number[] }> {
  if (ids.length === 0) return { deleted: [], ended: [] }
  // Locked before the references are checked, so that no code is applied to a cart in between.
  await sql`
    select from checkout.promo_code where promo_code_id = any(${sql.array(ids)}) order by promo_code_id for update`
  const referencedCodes = await sql<{ promo_code_id: number }>`
    select promo_code_id from checkout.promo_code p
    where promo_code_id = any(${sql.array(ids)})
      and (exists (select from checkout.promo_use u where u.promo_code_id = p.promo_code_id)
        or exists (select from checkout.order_item i where i.promo_code_id = p.promo_code_id)
        or exists (select from checkout.cart_item c where c.promo_code_id = p.promo_code_id))
    order by promo_code_id`
  const endedIds = referencedCodes.map(({ promo_code_id }) => promo_code_id)
  const deletedIds = [...new Set(ids)].filter((id) => !endedIds.includes(id))
  await sql`update checkout.leaver_settings set promo_code_id = null where promo_code_id = any(${sql.array(ids)})`
  await sql`
    update checkout.promo_code
    set enabled = false, expires_at = least(coalesce(expires_at, platform.now()), platform.now())
    where promo_code_id = any(${sql.array(endedIds)})`
  await sql`delete from checkout.promo_code where promo_code_id = any(${sql.array(deletedIds)})`
  return { deleted: deletedIds, ended: endedIds }
}
