import { randomUUID } from 'node:crypto'
import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { openShopify, type ShopifyShop } from './shopify.ts'
import { orderKey } from './storefronts.ts'
import { signDelivery } from './take-delivery.ts'

/** An order of the simulated shop. */
export type SimulatedOrder = { number: number; email: string; first_name: string; last_name: string; paid: boolean }

export type StorefrontSimulator = {
  app: Hono
  /** Another order of the shop, paid unless it says otherwise. */
  place(order: { email: string; paid?: boolean }): SimulatedOrder
  /** The body and headers of a delivery about an order, as the shop would post it. */
  delivery(order: SimulatedOrder, secret?: string): { body: string; headers: Record<string, string> }
  /** How often the shop's API was asked. */
  queries(): number
}

const token = 'shpat_simulator'
const secret = 'shopify-simulator'

/** The simulated shop of an organization as SHOPIFY_SHOPS would name it. */
export const simulatedShop = (organization: string, url: string): ShopifyShop => ({
  organization,
  domain: 'waypost-simulator.myshopify.com',
  token,
  secrets: [secret],
  url,
})

const gidOf = ({ number }: SimulatedOrder) => `gid://shopify/Order/820982911946${String(number).padStart(6, '0')}`
const productOf = (variant: string) => ({ title: 'Basic Driver Improvement', quantity: 1, sku: variant })

/** A Shopify shop in its true wire formats. Throws in production: it sells orders that nobody has paid. */
export function openStorefrontSimulator({ production }: { production: boolean }): StorefrontSimulator {
  if (production) throw new Error('The storefront simulator must not run in production.')
  const orders: SimulatedOrder[] = []
  let queries = 0
  const app = new Hono()

  const simulator: StorefrontSimulator = {
    app,
    queries: () => queries,
    place({ email, paid = true }) {
      const order = { number: 1_001 + orders.length, email, first_name: 'Olivia', last_name: 'Order', paid }
      orders.push(order)
      return order
    },
    delivery(order, key = secret) {
      const { number, email, first_name, last_name } = order
      const body = JSON.stringify({
        // The real one is larger than a JSON number holds exactly, and so is this one.
        admin_graphql_api_id: gidOf(order),
        ...{ name: `#${number}`, order_number: number, email, financial_status: 'paid', currency: 'USD' },
        processed_at: new Date().toISOString(),
        customer: { first_name, last_name, email },
        line_items: [{ ...productOf('FL-BDI'), price: '24.95' }],
      }).replace('{', `{"id":820982911946${String(number).padStart(6, '0')},`)
      const headers = {
        'content-type': 'application/json',
        'x-shopify-topic': 'orders/paid',
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
    const wanted = /^name:"(.*)"$/.exec(variables.query)?.[1] ?? ''
    const found = orders.filter(({ number }) => orderKey(`#${number}`) === orderKey(wanted))
    return c.json({ data: { orders: { edges: found.map((order) => ({ node: nodeOf(order) })) } } })
  })
  app.get('/', (c) =>
    c.html(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Simulated shop</title></head>
<body><main><h1>Simulated shop</h1>
<p>Orders that can be used at 'Sign in with your order'. The shop exists outside production only.</p>
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
  lineItems: { edges: [{ node: productOf('FL-BDI') }] },
})

/** A shop of its own on a free local port, for tests. */
export async function startStorefrontSimulator(organization: string) {
  const simulator = openStorefrontSimulator({ production: process.env.NODE_ENV === 'production' })
  let server!: ServerType
  const port = await new Promise<number>((resolve) => {
    server = serve({ fetch: simulator.app.fetch, hostname: '127.0.0.1', port: 0 }, (address) => resolve(address.port))
  })
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
  return { simulator, shop: openShopify(simulatedShop(organization, `http://127.0.0.1:${port}`)), close }
}
