import type { Context, Hono } from 'hono'
import { isSigned, resolveOrganization, storefronts, takeDelivery } from '../modules/identity/index.ts'
import { limitBody, megabyte } from '../platform/http/limit-body.ts'
import type { HttpEnv } from '../platform/http/operations.ts'
import { openCtx, type Services } from '../platform/open-ctx.ts'

/** Calls of other services: no session, no organization in the host, and a signature instead of our own pages. */
export function addWebhooks(app: Hono<HttpEnv>, services: Services): void {
  app.post('/webhooks/shopify/orders-paid', limitBody(megabyte), (c) => takeShopifyOrder(c, services))
}

async function takeShopifyOrder(c: Context<HttpEnv>, services: Services): Promise<Response> {
  const header = (name: string) => c.req.header(`x-shopify-${name}`) ?? ''
  const shops = services.ports.get(storefronts.port) as NonNullable<typeof storefronts.of>
  const shop = shops.find(({ provider, domain }) => provider === 'shopify' && domain === header('shop-domain'))
  const raw = new Uint8Array(await c.req.arrayBuffer())
  if (!shop || !isSigned(shop, raw, header('hmac-sha256'))) return c.text('', 401)
  const delivery_id = header('webhook-id')
  const organization = await resolveOrganization(services.database.read, shop.organization)
  if (header('topic') !== 'orders/paid' || !/^[\w-]{1,100}$/.test(delivery_id) || !organization) return c.text('', 400)
  const ctx = openCtx(services, { actor: { kind: 'system', name: 'shopify' }, organization, locale: 'en-us' })
  return c.text('', (await takeDelivery(ctx, shop, delivery_id, raw)) ? 200 : 400)
}
