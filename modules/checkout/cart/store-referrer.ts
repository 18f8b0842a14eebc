import type { Referral } from '#modules/identity/index.ts'
import { userStatus } from '#modules/identity/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { isViewing } from '#platform/viewing.ts'
import { ownerCondition } from './cart.sql.ts'
import { shopperOf } from './guest.ts'

/** The lk_user_role_id of staff who can be the referrer of a link. */
const roleIds = { administrator: [1, 4], instructor: [2] } as const

/**
 * Records the referring staff member in the shopper's cart; the last link counts. Accepts only active staff of the
 * visited organization or one above it. The id in a link is not secret, so it grants no rights.
 */
export async function storeReferrer(ctx: Ctx, referral: Referral | null, guest_id: string | null): Promise<void> {
  const shopper = shopperOf(ctx, guest_id)
  if (!referral?.referrer || !shopper || isViewing(ctx.actor)) return
  const referred_by_user_id = await findReferrer(ctx, referral.referrer)
  if (referred_by_user_id === null) return
  await ctx.tx(async (inner) => {
    const [row] = await inner.sql<{ cart_id: number }>`
      update checkout.cart set referred_by_user_id = ${referred_by_user_id}
      where ${ownerCondition(inner.sql, shopper)} and organization_id = ${ctx.organization.organization_id}
        and referred_by_user_id is distinct from ${referred_by_user_id}
      returning cart_id`
    if (row)
      await inner.audit({ action: 'cart.refer', subject: `cart_id:${row.cart_id}`, after: { referred_by_user_id } })
  })
}

/**
 * Unscoped, because staff of a parent organization are outside the visitor's scope; the query checks the organization
 * tree.
 */
async function findReferrer(
  { unscoped, organization }: Ctx,
  { role, user_id }: NonNullable<Referral['referrer']>,
): Promise<number | null> {
  const { sql } = unscoped
  const [row] = await sql<{ user_id: number }>`
    select p.user_id
    from identity.v_person p
    join identity.v_organization_scope s
      on s.organization_id = p.organization_id and s.descendant_id = ${organization.organization_id}
    where p.user_id = ${user_id} and p.lk_user_role_id = any(${sql.array([...roleIds[role]])})
      and p.lk_user_status_id = ${userStatus.Active} and p.deleted_at is null`
  return row?.user_id ?? null
}
