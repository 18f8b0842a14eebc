import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { either, staff, student, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { listOpenOrders, OpenOrder } from './open-order.sql.ts'
import { selectPayer } from './payer.ts'

const reader = staff(['MANAGE_PAYMENTS:READ', 'MANAGE_PAYMENTS:CREATE'])
const gives = z.object({ data: z.array(OpenOrder) })

/** The owner of the orders: the session's person, or for staff a student in their scope. Throws notFound. */
async function selectOwner(ctx: Ctx, user_id: number | null | undefined): Promise<number> {
  const user = userOf(ctx)
  if (user.role === 'Student') {
    if (user_id && user_id !== user.user_id) throw errors.notFound()
    return user.user_id
  }
  if (!user_id) throw errors.notFound()
  return (await selectPayer(ctx, user_id)).user_id
}

export const fetchOpenOrders = operation({
  call: 'GET /order/open',
  summary: "The caller's own unpaid orders, or those of a student of the caller's organizations",
  added: true,
  may: either(student, reader),
  takes: z.object({ user_id: id().nullish() }),
  gives,
  run: async (ctx, { user_id }) => ({ data: await listOpenOrders(ctx, await selectOwner(ctx, user_id)) }),
})

export const getUnpaidStudentCourse = operation({
  call: 'GET /student/getUnpaidStudentCourse',
  summary: "The caller's own open orders that include a course",
  may: student,
  takes: z.object({}),
  gives,
  run: async (ctx) => ({ data: await listOrdersWith(ctx, userOf(ctx).user_id, 'course') }),
})

export const getUnpaidRetake = operation({
  call: 'GET /student/getUnpaidRetake',
  summary: "The caller's own open orders that include a retake. `order_id` selects one",
  may: student,
  takes: z.object({ order_id: id().nullish(), user_id: id().nullish() }),
  gives,
  async run(ctx, { order_id, user_id }) {
    const orders = await listOrdersWith(ctx, await selectOwner(ctx, user_id), 'retake')
    const matching = order_id ? orders.filter((order) => order.order_id === order_id) : orders
    if (order_id && matching.length === 0) throw errors.notFound()
    return { data: matching }
  },
})

export const getUnpaidReinstatement = operation({
  call: 'GET /student/getUnpaidReinstatement',
  summary: "A student's open orders that include a reinstatement, for staff",
  may: reader,
  takes: z.object({ user_id: id() }),
  gives,
  run: async (ctx, { user_id }) => ({
    data: await listOrdersWith(ctx, await selectOwner(ctx, user_id), 'reinstatement'),
  }),
})

async function listOrdersWith(
  ctx: Ctx,
  user_id: number,
  kind: OpenOrder['items'][number]['kind'],
): Promise<OpenOrder[]> {
  const orders = await listOpenOrders(ctx, user_id)
  return orders.filter(({ items }) => items.some((item) => item.kind === kind))
}
