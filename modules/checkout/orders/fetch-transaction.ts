import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { either, signedIn, staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { findReceipt, type OwnedReceipt, Receipt } from './receipt.ts'

const reader = staff('MANAGE_PAYMENTS:READ')

export const fetchTransaction = operation({
  call: 'GET /order/transaction/{id}',
  summary: "The receipt for the caller's own payment. Staff see receipts of their organizations",
  may: either(reader, signedIn),
  takes: z.object({ id: z.string().regex(/^[\w-]{1,40}$/) }),
  gives: z.object({
    transaction: Receipt,
    /** For staff: the name of the referrer. Null if there is none or they are out of scope. */
    referred_by: z.string().nullable(),
  }),
  async run(ctx, { id }) {
    const receipt = await findReceipt(ctx, { transaction_id: id })
    if (!receipt || !maySee(ctx, receipt)) throw errors.notFound()
    const referred_by = maySeeAsStaff(ctx, receipt) ? await findReferrer(ctx, receipt.receipt.order_id) : null
    return { transaction: receipt.receipt, referred_by }
  },
})

const maySee = (ctx: Ctx, transaction: OwnedReceipt) =>
  (ctx.actor.kind === 'user' && ctx.actor.user_id === transaction.user_id) || maySeeAsStaff(ctx, transaction)

/** Whether the caller may see the receipt as staff. */
const maySeeAsStaff = ({ actor, organization }: Ctx, { organization_id }: OwnedReceipt) =>
  reader.gate(actor) && organization.scope.includes(organization_id)

async function findReferrer({ sql }: Ctx, order_id: number): Promise<string | null> {
  const [referrer] = await sql<{ name: string }>`
    select trim(p.first_name || ' ' || p.last_name) as name
    from checkout.customer_order o join identity.v_person p on p.user_id = o.referred_by_user_id
    where o.order_id = ${order_id}`
  return referrer?.name ?? null
}
