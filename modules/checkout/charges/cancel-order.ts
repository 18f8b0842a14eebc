import { checkoutErrors } from '#modules/checkout/errors.ts'
import { orderStatus } from '#modules/checkout/lookups.shared.ts'
import { closeUnpaid } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { either, staff, student, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { chargeTexts } from './charges.texts.ts'

export const cancelOrder = operation({
  call: 'PUT /order/cancel',
  summary: 'Cancels an unpaid order. Students can cancel orders they created themselves',
  added: true,
  may: either(staff(['MANAGE_PAYMENTS:CREATE', 'MANAGE_PAYMENTS:UPDATE']), student),
  takes: z.object({ order_id: id() }),
  gives: z.object({ error: z.literal(false) }),
  fails: [errors.notFound, checkoutErrors.orderPaid, checkoutErrors.paymentRunning],
  async run(ctx, { order_id }) {
    const order = await lockPlacedOrder(ctx, order_id)
    const message = localText(ctx.locale, chargeTexts, 'cancelled')
    if (order.lk_order_status_id === orderStatus.Cancelled) return { error: false as const, message }
    if (order.lk_order_status_id !== orderStatus.Open) throw checkoutErrors.orderPaid()
    if (order.pending) throw checkoutErrors.paymentRunning()
    await cancelLockedOrder(ctx, order)
    return { error: false as const, message }
  },
})

export type PlacedOrderRow = {
  order_id: number
  organization_id: number
  user_id: number
  lk_order_status_id: number
  total_cents: number
  pending: boolean
}

/** Locks the order, so that concurrent payments wait. Throws notFound. */
export async function lockPlacedOrder({ sql, actor, organization }: Ctx, order_id: number): Promise<PlacedOrderRow> {
  const user = userOf({ actor })
  const accessSql =
    user.role === 'Student'
      ? sql`user_id = ${user.user_id} and created_by is null`
      : sql`organization_id = any(${sql.array(organization.scope)})`
  const [row] = await sql`
    select from checkout.customer_order where order_id = ${order_id} and written_ind and ${accessSql}
    for no key update`
  if (!row) throw errors.notFound()
  // Read after locking, so that an attempt started before is visible.
  const [order] = await sql<PlacedOrderRow>`
    select o.order_id, o.organization_id, o.user_id, o.lk_order_status_id, o.total_cents,
           exists (select from checkout.payment_attempt a
                   where a.order_id = o.order_id and a.state in ('calling', 'unknown', 'held')) as pending
    from checkout.customer_order o where o.order_id = ${order_id}`
  return order!
}

/** Cancels an open, locked order, and closes the courses that waited for its payment. */
export async function cancelLockedOrder(ctx: Ctx, { order_id, user_id }: PlacedOrderRow): Promise<void> {
  await ctx.sql`
    update checkout.customer_order set lk_order_status_id = ${orderStatus.Cancelled} where order_id = ${order_id}`
  const courses = await ctx.sql<{ order_item_id: number }>`
    select order_item_id from checkout.order_item
    where order_id = ${order_id} and kind = 'course' order by order_item_id`
  for (const { order_item_id } of courses) await closeUnpaid(ctx, order_item_id)
  await ctx.audit({ action: 'order.cancel', subject: `order_id:${order_id}`, subject_user_id: user_id })
}
