import type { Delivery } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'

type Told = { provider_id: string; state: Delivery | null; detail: string | null }

/**
 * What a signed callback says of a code: kept once it is no step back, since callbacks come in any order and again. False for
 * a code that was not made here, or a message that is not its own.
 */
export const takeDelivery = (ctx: Ctx, reference: string, { provider_id, state, detail }: Told): Promise<boolean> =>
  ctx.tx(async ({ unscoped: { sql } }) => {
    const found = await sql`
      update learning.phone_code
      set provider_id = coalesce(provider_id, ${provider_id}), detail = coalesce(${detail}, detail),
          state = case when ${state}::text is null or state in ('delivered', 'unanswered', 'failed') then state
                       else ${state} end
      where reference = ${reference} and coalesce(provider_id, ${provider_id}) = ${provider_id}`
    return found.count > 0
  })
