import { composed } from '#platform/composed.shared.ts'
import { port } from '#platform/ctx.ts'

/** A paid order as the shop tells it, by webhook or by its API. */
export type ShopOrder = {
  /** The shop's own permanent id of it. */
  external_id: string
  /** What the buyer reads on the receipt ('#1001'). */
  order_name: string
  email: string
  customer_name: string
  paid_at: Date
  /** `id` is the shop's own permanent id of the line. */
  lines: readonly { id: string; title: string; quantity: number; sku: string }[]
}

/** A shop of an organization, on someone else's storefront. */
export type Storefront = {
  provider: 'shopify'
  /** The 3-character code of the organization that it sells for. */
  organization: string
  /** The shop's own host, by which its deliveries name it. */
  domain: string
  /** Keys of its deliveries; two while one is being replaced. */
  secrets: readonly string[]
  /** The paid order of this number, or null: unknown, unpaid, or older than the shop shows (60 days). */
  findOrder(order_key: string): Promise<ShopOrder | null>
}
export const storefronts = port<readonly Storefront[]>('identity.storefronts')

/** An order number as people type it and as orders are kept: without '#', in lower case. */
export const orderKey = (typed: string): string => composed(typed).trim().replace(/^#/, '').toLowerCase()

/** Whether a text can be an order number at all, before a shop is asked. */
export const isOrderKey = (key: string): boolean => /^[\p{L}\p{N}_-]{1,60}$/u.test(key)

export const sameEmail = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()
