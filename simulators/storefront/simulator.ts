import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { serveLocal } from '#platform/http/serve-local.ts'
import type { Simulator } from '#simulators/simulator.ts'
import { secret, simulatedShop, token } from './config.ts'
import { signDelivery } from './signature.ts'

/** An order of the simulated shop. */
type SimulatedOrder = {
  number: number
  email: string
  first_name: string
  last_name: string
  paid: boolean
  products: readonly Product[]
}
type Product = { sku: string; quantity: number }
/** The content of a delivery; refunds are listed by line index, all copies unless a quantity is given. */
type DeliveryKind = 'orders/paid' | 'orders/cancelled' | { given_back: readonly number[]; quantity?: number }

export type StorefrontSimulator = {
  app: Hono
  /** Creates an order in the shop, paid by default. */
  place(order: { email: string; paid?: boolean; products?: readonly Product[] }): SimulatedOrder
  /** The body and headers of a delivery about an order, as the shop posts them. */
  delivery(
    order: SimulatedOrder,
    secret?: string,
    topic?: DeliveryKind,
  ): { body: string; headers: Record<string, string> }
  /** How many requests the shop's API received. */
  queries(): number
}

const gidOf = (order: SimulatedOrder) => `gid://shopify/Order/${numberOf(order)}`
const lineGid = ({ number }: SimulatedOrder, index: number) => `gid://shopify/LineItem/46698220565${number}${index}`
const titled = (product: Product) => ({ title: 'Basic Driver Improvement', ...product })
const defaultProducts: readonly Product[] = [{ sku: 'FL-BDI', quantity: 1 }]

/** A Shopify shop in its real wire formats. Throws in production: it has orders that no one paid for. */
export function openStorefrontSimulator({ production }: { production: boolean }): StorefrontSimulator {
  if (production) throw new Error('The storefront simulator must not run in production.')
  const orders: SimulatedOrder[] = []
  let queries = 0
  const app = new Hono()

  const simulator: StorefrontSimulator = {
    app,
    queries: () => queries,
    place({ email, paid = true, products = defaultProducts }) {
      const order = { number: 1_001 + orders.length, email, first_name: 'Olivia', last_name: 'Order', paid, products }
      orders.push(order)
      return order
    },
    delivery(order, key = secret, topic = 'orders/paid') {
      const body = typeof topic === 'string' ? orderBody(order, topic) : refundBody(order, topic)
      const headers = {
        'content-type': 'application/json',
        'x-shopify-topic': typeof topic === 'string' ? topic : 'refunds/create',
        'x-shopify-shop-domain': 'waypost-simulator.myshopify.com',
        'x-shopify-webhook-id': randomUUID(),
        'x-shopify-hmac-sha256': signDelivery(body, key),
      }
      return { body, headers }
    },
  }

  app.post('/admin/api/:version/graphql.json', async (c) => {
    queries += 1
    if (c.req.header('x-shopify-access-token') !== token)
      return c.json({ errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' }, 401)
    const { variables } = (await c.req.json()) as { variables: { query: string } }
    const orderName = /^name:"(.*)"$/.exec(variables.query)?.[1] ?? ''
    const matches = orders.filter(({ number }) => String(number) === orderName.trim().replace(/^#/, ''))
    return c.json({ data: { orders: { edges: matches.map((order) => ({ node: nodeOf(order) })) } } })
  })
  app.get('/', (c) =>
    c.html(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Simulated store</title></head>
<body><main><h1>Simulated store</h1>
<p>Use these orders with 'Sign in with your order'. This store isn't available in production.</p>
<ul>${orders.map(({ number, email, paid }) => html`<li>#${number}, ${email}${paid ? '' : ' (not paid)'}</li>`)}</ul>
</main></body></html>`),
  )
  return simulator
}

const nodeOf = (order: SimulatedOrder) => ({
  id: gidOf(order),
  name: `#${order.number}`,
  email: order.email,
  processedAt: new Date().toISOString(),
  displayFinancialStatus: order.paid ? 'PAID' : 'PENDING',
  customer: { displayName: `${order.first_name} ${order.last_name}` },
  lineItems: {
    edges: order.products.map((product, index) => ({ node: { id: lineGid(order, index), ...titled(product) } })),
  },
})

// Real numbers exceed the exact range of JSON numbers, and so do these.
const numberOf = ({ number }: SimulatedOrder) => `820982911946${String(number).padStart(6, '0')}`

function orderBody(order: SimulatedOrder, topic: string): string {
  const { number, email, first_name, last_name, products } = order
  return JSON.stringify({
    admin_graphql_api_id: gidOf(order),
    name: `#${number}`,
    order_number: number,
    email,
    financial_status: 'paid',
    currency: 'USD',
    processed_at: new Date().toISOString(),
    cancelled_at: topic === 'orders/cancelled' ? new Date().toISOString() : null,
    customer: { first_name, last_name, email },
    line_items: products.map((product, index) => ({
      admin_graphql_api_id: lineGid(order, index),
      ...titled(product),
      price: '24.95',
    })),
  }).replace('{', `{"id":${numberOf(order)},`)
}

function refundBody(order: SimulatedOrder, { given_back, quantity }: Exclude<DeliveryKind, string>): string {
  return JSON.stringify({
    admin_graphql_api_id: `gid://shopify/Refund/${randomUUID()}`,
    refund_line_items: given_back.map((index) => ({
      quantity: quantity ?? order.products[index]!.quantity,
      subtotal: 24.95,
      line_item: { admin_graphql_api_id: lineGid(order, index), ...titled(order.products[index]!) },
    })),
  }).replace('{', `{"id":509562969,"order_id":${numberOf(order)},`)
}

/** A shop of the demo's organization, with an order for each of two students to sign in with. */
export const storefronts: Simulator<readonly ReturnType<typeof simulatedShop>[]> = {
  path: '/dev/storefront',
  replaces: ({ SHOPIFY_SHOPS }) => !SHOPIFY_SHOPS,
  settings: (url) => [simulatedShop('SSD', url)],
  open({ production }) {
    const shop = openStorefrontSimulator({ production })
    for (const email of ['olivia@example.com', 'oscar@example.com']) shop.place({ email })
    return shop.app
  },
}

/** A standalone shop on a free local port, for tests. */
export async function startStorefrontSimulator(organization: string) {
  const simulator = openStorefrontSimulator({ production: process.env.NODE_ENV === 'production' })
  const { url, close } = await serveLocal(simulator.app)
  return { simulator, config: simulatedShop(organization, url), close }
}
