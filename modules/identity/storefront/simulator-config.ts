import type { ShopifyShop } from './shopify.ts'

export const token = 'shpat_simulator'
export const secret = 'shopify-simulator'

/** The simulated shop of an organization, as in SHOPIFY_SHOPS. */
export const simulatedShop = (organization: string, url: string): ShopifyShop => ({
  organization,
  domain: 'waypost-simulator.myshopify.com',
  token,
  secrets: [secret],
  url,
})
