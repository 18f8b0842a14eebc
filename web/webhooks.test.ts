import { afterAll, expect, test } from 'vitest'
import { openShopify } from '#modules/identity/storefront/shopify.ts'
import { storefronts } from '#modules/identity/storefront/storefronts.ts'
import { unlimited } from '#platform/http/rate.ts'
import { signDelivery } from '#simulators/storefront/signature.ts'
import { startStorefrontSimulator } from '#simulators/storefront/simulator.ts'
import { openTestApp } from '#tests/support/app.ts'
import { createApp } from './app.ts'

const { simulator, config, close } = await startStorefrontSimulator('SSD')
const shop = openShopify(config)
afterAll(close)
const { services, database } = await openTestApp()
const app = createApp({
  services: { ...services, ports: new Map([...services.ports, [storefronts.port, [shop]]]) },
  site: { baseUrl: new URL('http://localhost:3000'), trustProxy: false },
  manifests: [],
  pages: [],
  rates: unlimited,
  ready: () => true,
})

/** A delivery as Shopify posts it: cross-site, without cookies, to the product's own host. */
async function deliver(body: string, headers: Record<string, string>): Promise<number> {
  const there = { host: 'localhost:3000', origin: 'https://shopify.example', 'sec-fetch-site': 'cross-site' }
  const url = 'http://localhost:3000/webhooks/shopify/orders-paid'
  return (await app.request(url, { method: 'POST', body, headers: { ...there, ...headers } })).status
}
const orders = (email: string) => database.read<{ organization_id: number }>`
  select organization_id from identity.storefront_order where email = ${email}`

test("a paid order is stored once, for the shop's organization, however often it is delivered", async () => {
  const { body, headers } = simulator.delivery(simulator.place({ email: 'webhook@example.com' }))
  expect(await Promise.all(Array.from({ length: 5 }, () => deliver(body, headers)))).toEqual(Array(5).fill(200))
  expect([...(await orders('webhook@example.com'))]).toEqual([{ organization_id: 1 }])
})

test('refuses an unsigned delivery, another shop or topic, and a body without an order', async () => {
  const { body, headers } = simulator.delivery(simulator.place({ email: 'forged@example.com' }))
  const forgedDelivery = simulator.delivery(simulator.place({ email: 'forged@example.com' }), 'guessed')
  const { 'x-shopify-hmac-sha256': _signature, ...unsigned } = headers
  expect(await deliver(forgedDelivery.body, forgedDelivery.headers)).toBe(401)
  expect(await deliver(body, unsigned)).toBe(401)
  expect(await deliver(`${body} `, headers)).toBe(401)
  expect(await deliver(body, { ...headers, 'x-shopify-shop-domain': 'other.myshopify.com' })).toBe(401)
  expect(await deliver(body, { ...headers, 'x-shopify-topic': 'orders/create' })).toBe(400)
  expect(await deliver(body, { ...headers, 'x-shopify-webhook-id': '' })).toBe(400)
  const nameless = body.replace(/"name":"[^"]+"/, '"name":" # "')
  const signature = signDelivery(nameless, shop.secrets[0]!)
  expect(await deliver(nameless, { ...headers, 'x-shopify-hmac-sha256': signature })).toBe(400)
  expect(await orders('forged@example.com')).toHaveLength(0)
})
