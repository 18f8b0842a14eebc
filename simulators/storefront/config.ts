export const token = 'shpat_simulator'
export const secret = 'shopify-simulator'

/** The simulated shop of an organization as SHOPIFY_SHOPS would name it. */
export const simulatedShop = (organization: string, url: string) => ({
  organization,
  domain: 'waypost-simulator.myshopify.com',
  token,
  secrets: [secret],
  url,
})
