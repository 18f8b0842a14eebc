import { randomUUID } from 'node:crypto'
import { listShippingMethods } from '#modules/catalogue/index.ts'
import { isMailed } from '#modules/checkout/cart/ship-certificate.ts'
import { orderStatus } from '#modules/checkout/lookups.shared.ts'
import type { Person } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Offer } from './offer.sql.ts'

type Line = {
  order_id: number
  order_item_id: number
  lk_shipping_type_id: number | null
  audio_ind: boolean
}

/**
 * Inserts the order of a course that was paid elsewhere, by a key or in a shop: it has a total of zero, counts as paid
 * and has no payment. `admin_fee_cents` is still owed.
 */
export async function insertZeroTotalOrder(
  ctx: Ctx,
  person: Person,
  offer: Offer,
  { admin_fee_cents = 0 } = {},
): Promise<Line> {
  const { organization_id, course_website_id, course_version_id, course_name: name } = offer
  const { user_id, first_name, last_name, email, dob } = person
  const zeroAmounts = { subtotal_cents: 0, add_on_cents: 0, shipping_cents: 0, discount_cents: 0, total_cents: 0 }
  const buyer = { user_id, first_name, last_name, email, dob }
  const [order] = await ctx.sql<{ order_id: number }>`
    insert into checkout.customer_order ${ctx.sql({
      organization_id,
      ...buyer,
      ...zeroAmounts,
      intent_id: randomUUID(),
      lk_order_status_id: orderStatus.Paid,
      paid_at: ctx.now,
    })} returning order_id`
  const { order_id } = order!
  const delivery = { lk_shipping_type_id: await findFreeShipping(ctx, course_version_id), audio_ind: false }
  const [item] = await ctx.sql<{ order_item_id: number }>`
    insert into checkout.order_item ${ctx.sql({
      order_id,
      organization_id,
      course_website_id,
      course_version_id,
      name,
      price_cents: 0,
      admin_fee_cents,
      ...delivery,
    })} returning order_item_id`
  return { order_id, order_item_id: item!.order_item_id, ...delivery }
}

/** The first free delivery method other than by mail. */
async function findFreeShipping(ctx: Ctx, course_version_id: number): Promise<number | null> {
  const methods = await listShippingMethods(ctx, course_version_id)
  const freeMethods = methods.filter(
    ({ enabled, price_cents, lk_shipping_type_id }) => enabled && price_cents === 0 && !isMailed(lk_shipping_type_id),
  )
  return freeMethods[0]?.lk_shipping_type_id ?? null
}
