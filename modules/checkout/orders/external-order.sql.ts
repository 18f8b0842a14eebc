import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

type ExternalOrder = { organization_id: number; external_id: string; order_id: number }

/**
 * Stores a partner's id on an order; it may have the id already. Throws conflict if the order has another id, or another
 * order of the organization has this one.
 */
export async function insertExternalOrder({ sql }: Ctx, row: ExternalOrder): Promise<void> {
  const { organization_id, external_id, order_id } = row
  await sql`insert into checkout.external_order ${sql(row)} on conflict do nothing`
  const rows = await sql`
    select from checkout.external_order
    where organization_id = ${organization_id} and external_id = ${external_id} and order_id = ${order_id}`
  if (rows.length === 0) throw errors.conflict()
}
