import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

type ExternalOrder = { organization_id: number; external_id: string; order_id: number }

/**
 * Stores a partner's id for an order. Idempotent. Throws conflict if the order has another id, or the id belongs to
 * another order of the organization.
 */
export async function insertExternalOrder({ sql }: Ctx, row: ExternalOrder): Promise<void> {
  const { organization_id, external_id, order_id } = row
  await sql`insert into checkout.external_order ${sql(row)} on conflict do nothing`
  const rows = await sql`
    select from checkout.external_order
    where organization_id = ${organization_id} and external_id = ${external_id} and order_id = ${order_id}`
  if (rows.length === 0) throw errors.conflict()
}

/**
 * Finds the enrollment in a course website by the order with a partner's id; null if the organization has no such
 * order.
 */
export async function findExternalOrder(
  { sql }: Ctx,
  external_id: string,
  course_website_id: number,
): Promise<{ user_id: number; student_course_id: number | null } | null> {
  const [row] = await sql<{ user_id: number; student_course_id: number | null }>`
    select o.user_id, i.student_course_id
    from catalogue.v_course_website w
    join checkout.external_order e on e.organization_id = w.organization_id and e.external_id = ${external_id}
    join checkout.customer_order o on o.order_id = e.order_id
    left join checkout.order_item i on i.order_id = o.order_id and i.course_website_id = w.course_website_id
    where w.course_website_id = ${course_website_id}`
  return row ?? null
}
