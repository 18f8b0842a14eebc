import { composed } from '#platform/composed.shared.ts'
import { port } from '#platform/ctx.ts'

/** A paid order as reported by the shop, by webhook or API. */
export type ShopOrder = {
  /** The shop's permanent id. */
  external_id: string
  /** The name on the buyer's receipt ('#1001'). */
  order_name: string
  email: string
  customer_name: string
  paid_at: Date
  /** `id` is the shop's permanent id of the line. */
  lines: readonly { id: string; title: string; quantity: number; sku: string }[]
}

/** An organization's shop on an external storefront. */
export type Storefront = {
  provider: 'shopify'
  /** The 3-character code of the selling organization. */
  organization: string
  /** The shop's own host, which identifies its deliveries. */
  domain: string
  /** Keys of its deliveries; two while one is being replaced. */
  secrets: readonly string[]
  /** The paid order with this number, or null: unknown, unpaid, or older than the shop's limit (60 days). */
  findOrder(order_key: string): Promise<ShopOrder | null>
}
export const storefronts = port<readonly Storefront[]>('identity.storefronts')

/** An order number as people type it and as orders are kept: without '#', in lower case. */
export const orderKey = (text: string): string => composed(text).trim().replace(/^#/, '').toLowerCase()

/** Whether a text has the form of an order number, before a shop is asked. */
export const isOrderKey = (key: string): boolean => /^[\p{L}\p{N}_-]{1,60}$/u.test(key)

export const sameEmail = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()
