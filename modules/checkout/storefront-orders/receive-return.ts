import { z } from 'zod'
import { storefrontOrderChanged } from '#modules/checkout/facts.ts'
import type { Storefront } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The shop's messages about returned money. */
export const returnTopics = ['orders/cancelled', 'refunds/create'] as const
export type ReturnTopic = (typeof returnTopics)[number]

type Returned = { external_id: string; order_external_id: string; line_external_id: string | null; quantity: number }

const gid = z.string().min(1).max(100)
// The signature does not cover the topic, so a paid order sent as a canceled one must itself say that it is canceled.
const Cancelled = z.object({ admin_graphql_api_id: gid, cancelled_at: z.iso.datetime({ offset: true }) })
const Refunded = z.object({
  admin_graphql_api_id: gid,
  refund_line_items: z
    .array(z.object({ quantity: z.int().positive(), line_item: z.object({ admin_graphql_api_id: gid }) }))
    .max(1_000),
})

/**
 * Handles a signed `orders/cancelled` or `refunds/create`: once, however often it is delivered, and also if it arrives
 * before the order itself. A refund without lines is only about money and ends nothing. The context is that of the
 * shop's organization. False for any other body.
 */
export async function receiveReturn(ctx: Ctx, shop: Storefront, topic: ReturnTopic, raw: Uint8Array): Promise<boolean> {
  const returned = read(topic, Buffer.from(raw).toString('utf8'))
  if (!returned) return false
  const { organization_id } = ctx.organization
  const { provider } = shop
  const rows = returned.map((line) => ({ organization_id, provider, ...line }))
  if (rows.length === 0) return true
  await ctx.tx(async (inner) => {
    await inner.sql`insert into checkout.storefront_return ${inner.sql(rows)} on conflict do nothing`
    const [order] = await inner.sql<{ storefront_order_id: number }>`
      select storefront_order_id from identity.v_storefront_order
      where organization_id = ${organization_id} and provider = ${provider}
        and external_id = ${rows[0]!.order_external_id}`
    if (order) await inner.emit(storefrontOrderChanged, order)
  })
  return true
}

function read(topic: ReturnTopic, text: string): Returned[] | null {
  try {
    const body: unknown = JSON.parse(text)
    return topic === 'orders/cancelled' ? readCancelled(body) : readRefunded(body, text)
  } catch {
    return null
  }
}

function readCancelled(body: unknown): Returned[] {
  const { admin_graphql_api_id: id } = Cancelled.parse(body)
  return [{ external_id: id, order_external_id: id, line_external_id: null, quantity: 1 }]
}

function readRefunded(body: unknown, text: string): Returned[] | null {
  const refund = Refunded.parse(body)
  // The message has the order only by number, which exceeds the exact range of JSON numbers.
  const order = /"order_id"\s*:\s*(\d{1,30})\b/.exec(text)?.[1]
  if (!order) return null
  return refund.refund_line_items.map(({ quantity, line_item: { admin_graphql_api_id: line } }) => ({
    external_id: `${refund.admin_graphql_api_id} ${line}`,
    order_external_id: `gid://shopify/Order/${order}`,
    line_external_id: line,
    quantity,
  }))
}
