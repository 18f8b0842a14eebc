import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { operation } from '../../../platform/operation.ts'
import { either, signedIn, staff } from '../../../platform/permissions.ts'
import { z } from '../../../platform/schema.ts'
import { type Found, findReceipt, Receipt } from './receipt.ts'

const reader = staff('MANAGE_PAYMENTS:READ')

export const fetchTransaction = operation({
  call: 'GET /order/transaction/{id}',
  summary: "The receipt of one's own payment; staff see those of their organizations",
  may: either(reader, signedIn),
  takes: z.object({ id: z.string().regex(/^[\w-]{1,40}$/) }),
  gives: z.object({ transaction: Receipt }),
  async run(ctx, { id }) {
    const found = await findReceipt(ctx, { transaction_id: id })
    if (!found || !maySee(ctx, found)) throw errors.notFound()
    return { transaction: found.receipt }
  },
})

function maySee({ actor, organization }: Ctx, { user_id, organization_id }: Found): boolean {
  if (actor.kind === 'user' && actor.user_id === user_id) return true
  return reader.gate(actor) && organization.scope.includes(organization_id)
}
