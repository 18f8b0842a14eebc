import { z } from 'zod'
import { outboundFetch } from '#platform/outbound.ts'
import { orderKey, type ShopOrder, type Storefront } from './storefronts.ts'

const version = '2026-07'
const deadline_ms = 10_000

/** One line of the configuration SHOPIFY_SHOPS. */
export const ShopifyShop = z.strictObject({
  organization: z.string().regex(/^[A-Z0-9]{3}$/),
  domain: z.string().regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/),
  /** The Admin API token. */
  token: z.string().min(1),
  secrets: z.array(z.string().min(1)).min(1).max(2),
  /** The Admin API's address; the shop's own host, except for a simulator. */
  url: z.url().optional(),
})
export type ShopifyShop = z.output<typeof ShopifyShop>

const query = `query OrderByName($query: String!) {
  orders(first: 10, query: $query, sortKey: CREATED_AT, reverse: true) {
    edges { node {
      id name email processedAt displayFinancialStatus
      customer { displayName }
      lineItems(first: 100) { edges { node { id title quantity sku } } }
    } }
  }
}`

const Line = z.object({ id: z.string(), title: z.string(), quantity: z.int(), sku: z.string().nullable() })

const Node = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  processedAt: z.coerce.date(),
  displayFinancialStatus: z.string().nullable(),
  customer: z.object({ displayName: z.string() }).nullable(),
  lineItems: z.object({
    edges: z.array(z.object({ node: Line })),
  }),
})
const QueryResponse = z.object({
  data: z.object({ orders: z.object({ edges: z.array(z.object({ node: Node })) }) }).nullish(),
  errors: z.array(z.object({ message: z.string() })).optional(),
})

// A partly refunded order still belongs to its buyer.
const paid = new Set(['PAID', 'PARTIALLY_REFUNDED'])

/** A Shopify shop through its Admin API (GraphQL). */
export function openShopify({
  organization,
  domain,
  token,
  secrets,
  url = `https://${domain}`,
}: ShopifyShop): Storefront {
  return {
    provider: 'shopify',
    organization,
    domain,
    secrets,
    async findOrder(order_key) {
      // The key has only letters and digits, so it can't inject anything into Shopify's search language.
      const body = JSON.stringify({ query, variables: { query: `name:"${order_key}"` } })
      const response = await outboundFetch('storefront')(`${url}/admin/api/${version}/graphql.json`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
        signal: AbortSignal.timeout(deadline_ms),
      })
      if (!response.ok) throw new Error(`Shopify answered ${response.status}`)
      const { data, errors } = QueryResponse.parse(await response.json())
      // Shopify reports throttling and missing permissions with status 200.
      if (!data) throw new Error(`Shopify refused: ${errors?.[0]?.message ?? 'no data'}`)
      const order = data.orders.edges.map(({ node }) => node).find(({ name }) => orderKey(name) === order_key)
      return order ? orderOf(order) : null
    },
  }
}

function orderOf(node: z.output<typeof Node>): ShopOrder | null {
  if (!node.email || !paid.has(node.displayFinancialStatus ?? '')) return null
  return {
    external_id: node.id,
    order_name: node.name,
    email: node.email,
    customer_name: node.customer?.displayName ?? '',
    paid_at: node.processedAt,
    lines: node.lineItems.edges.map(({ node: { sku, ...line } }) => ({ ...line, sku: sku ?? '' })),
  }
}
