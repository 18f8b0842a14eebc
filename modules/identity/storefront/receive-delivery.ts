import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { isNewDelivery, saveOrder } from './order.sql.ts'
import { orderKey, type ShopOrder, type Storefront } from './storefronts.ts'

/** The signature of a delivery's raw body, which requires the secret. */
const signatureOf = (raw: Uint8Array, secret: string): string =>
  createHmac('sha256', secret).update(raw).digest('base64')

/** Whether one of the shop's secrets signed the raw body. */
export function isSigned({ secrets }: Storefront, raw: Uint8Array, signature: string): boolean {
  const bytes = Buffer.from(signature)
  return secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(raw, secret))
    return expected.length === bytes.length && timingSafeEqual(expected, bytes)
  })
}

/** An order in Shopify's webhooks. Its number `id` exceeds the exact range of JSON numbers; the global id is exact. */
const DeliveredOrder = z.object({
  admin_graphql_api_id: z.string().min(1).max(200),
  name: z
    .string()
    .max(60)
    .refine((name) => orderKey(name) !== ''),
  email: z.string().max(254).nullish(),
  processed_at: z.coerce.date(),
  customer: z.object({ first_name: z.string().nullish(), last_name: z.string().nullish() }).nullish(),
  line_items: z
    .array(
      z.object({
        admin_graphql_api_id: z.string().min(1).max(200),
        title: z.string(),
        quantity: z.int(),
        sku: z.string().nullish(),
      }),
    )
    .max(1_000)
    .default([]),
})

/**
 * Handles a signed `orders/paid`: once, however often it is delivered. The context is that of the shop's organization.
 * False for a body that is not an order.
 */
export async function receiveDelivery(
  ctx: Ctx,
  shop: Storefront,
  delivery_id: string,
  raw: Uint8Array,
): Promise<boolean> {
  const order = readOrder(raw)
  if (!order) return false
  await ctx.tx(async (inner) => {
    if (!(await isNewDelivery(inner, shop.provider, delivery_id))) return
    // An order without an email address (point of sale) can't be used to sign in.
    if (order.email) await saveOrder(inner, shop.provider, order)
  })
  return true
}

function readOrder(raw: Uint8Array): ShopOrder | null {
  try {
    const order = DeliveredOrder.parse(JSON.parse(Buffer.from(raw).toString('utf8')))
    const { customer, line_items } = order
    return {
      external_id: order.admin_graphql_api_id,
      order_name: order.name,
      email: order.email ?? '',
      customer_name: `${customer?.first_name ?? ''} ${customer?.last_name ?? ''}`.trim(),
      paid_at: order.processed_at,
      lines: line_items.map(({ admin_graphql_api_id: id, title, quantity, sku }) => ({
        id,
        title,
        quantity,
        sku: sku ?? '',
      })),
    }
  } catch {
    return null
  }
}
