import { orderStatus } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Line } from './line.ts'

/** Finds an open order of the person that already contains one of these items; fees are never duplicates. */
export async function findDuplicateOrder(
  { sql }: Ctx,
  user_id: number,
  lines: readonly Line[],
): Promise<number | null> {
  const websites = lines.flatMap(({ course_website_id: id }) => id ?? [])
  const itemKeys = lines.flatMap(({ kind, for_student_course_id: id, component_id }) =>
    id === null ? [] : [`${kind}:${id}:${component_id ?? ''}`],
  )
  const [duplicate] = await sql<{ order_id: number }>`
    select o.order_id from checkout.customer_order o join checkout.order_item i using (order_id)
    where o.user_id = ${user_id} and o.written_ind and o.lk_order_status_id = ${orderStatus.Open}
      and (i.course_website_id = any(${sql.array(websites)}::int[])
        or concat_ws(':', i.kind, i.for_student_course_id, coalesce(i.component_id::text, ''))
           = any(${sql.array(itemKeys)}::text[]))
    order by o.order_id limit 1`
  return duplicate?.order_id ?? null
}
