import type { Agreement } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The buyer's last agreement to the course's disclaimer before paying; null if none was required. */
export async function findPurchaseAgreement({ sql }: Ctx, order_item_id: number): Promise<Agreement | null> {
  const [agreement] = await sql<Agreement>`
    select a.typed, a.text_hash, a.at as agreed_at, nullif(a.address, '') as address,
           nullif(a.user_agent, '') as user_agent
    from checkout.v_order_item i join checkout.v_agreement a using (order_id)
    where i.order_item_id = ${order_item_id}
    order by a.agreement_evidence_id desc limit 1`
  return agreement ?? null
}
