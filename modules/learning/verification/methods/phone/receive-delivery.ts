import type { Delivery } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'

type DeliveryReport = { provider_id: string; state: Delivery | null; detail: string | null }

/**
 * Stores a signed delivery callback unless the stored state is already final, because callbacks arrive repeatedly and
 * in any order. False for an unknown code, or a message of another code.
 */
export const receiveDelivery = (
  ctx: Ctx,
  reference: string,
  { provider_id, state, detail }: DeliveryReport,
): Promise<boolean> =>
  ctx.tx(async ({ unscoped: { sql } }) => {
    const rows = await sql`
      update learning.phone_code
      set provider_id = coalesce(provider_id, ${provider_id}), detail = coalesce(${detail}, detail),
          state = case when ${state}::text is null or state in ('delivered', 'unanswered', 'failed') then state
                       else ${state} end
      where reference = ${reference} and coalesce(provider_id, ${provider_id}) = ${provider_id}`
    return rows.count > 0
  })
