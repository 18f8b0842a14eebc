import { z } from 'zod'
import { storefrontOrderChanged } from '#modules/checkout/facts.ts'
import type { Storefront } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The topics of the shop's messages about returns. */
export const returnTopics = ['orders/cancelled', 'refunds/create'] as const
export type ReturnTopic = (typeof returnTopics)[number]

type ReturnedLine = {
  external_id: string
  order_external_id: string
  line_external_id: string | null
  quantity: number
}

const globalId = z.string().min(1).max(100)
// `cancelled_at` is required because the signature does not cover the topic: a message about a paid order could be
// replayed as a cancellation.
const Cancellation = z.object({ admin_graphql_api_id: globalId, cancelled_at: z.iso.datetime({ offset: true }) })
const Refund = z.object({
  admin_graphql_api_id: globalId,
  refund_line_items: z
    .array(z.object({ quantity: z.int().positive(), line_item: z.object({ admin_graphql_api_id: globalId }) }))
    .max(1_000),
})

/**
 * Handles a signed `orders/cancelled` or `refunds/create` message. Idempotent, and independent of whether the order has
 * arrived. A refund without lines only concerns money and is ignored. `ctx` is for the shop's organization. Returns
 * false for an unexpected body.
 */
export async function receiveReturn(ctx: Ctx, shop: Storefront, topic: ReturnTopic, raw: Uint8Array): Promise<boolean> {
  const returnedLines = parseReturn(topic, Buffer.from(raw).toString('utf8'))
  if (!returnedLines) return false
  const { organization_id } = ctx.organization
  const { provider } = shop
  const rows = returnedLines.map((line) => ({ organization_id, provider, ...line }))
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

function parseReturn(topic: ReturnTopic, text: string): ReturnedLine[] | null {
  try {
    const body: unknown = JSON.parse(text)
    return topic === 'orders/cancelled' ? parseCancellation(body) : parseRefund(body, text)
  } catch {
    return null
  }
}

function parseCancellation(body: unknown): ReturnedLine[] {
  const { admin_graphql_api_id: id } = Cancellation.parse(body)
  return [{ external_id: id, order_external_id: id, line_external_id: null, quantity: 1 }]
}

function parseRefund(body: unknown, text: string): ReturnedLine[] | null {
  const refund = Refund.parse(body)
  // The order's id is read from the raw text, because it is a number that can exceed the safe integer range.
  const order = /"order_id"\s*:\s*(\d{1,30})\b/.exec(text)?.[1]
  if (!order) return null
  return refund.refund_line_items.map(({ quantity, line_item: { admin_graphql_api_id: line } }) => ({
    external_id: `${refund.admin_graphql_api_id} ${line}`,
    order_external_id: `gid://shopify/Order/${order}`,
    line_external_id: line,
    quantity,
  }))
}
