import type { Context, Hono } from 'hono'
import { receiveReturn, returnTopics } from '#modules/checkout/entry.ts'
import { isSigned, receiveDelivery, resolveOrganization } from '#modules/identity/entry.ts'
import { type Storefront, storefronts } from '#modules/identity/storefront/storefronts.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { limitBody, megabyte } from '#platform/http/limit-body.ts'
import { openCtx, type Services } from '#platform/open-ctx.ts'

type TakeDelivery = (ctx: Ctx, shop: Storefront, delivery_id: string, raw: Uint8Array) => Promise<boolean>

/** The handlers of a shop's order events, by topic. */
const takers: Readonly<Record<string, TakeDelivery>> = {
  'orders/paid': receiveDelivery,
  ...Object.fromEntries(
    returnTopics.map((topic): [string, TakeDelivery] => [
      topic,
      (ctx, shop, _id, raw) => receiveReturn(ctx, shop, topic, raw),
    ]),
  ),
}

/** Adds one address per topic, such as `/webhooks/shopify/orders-paid`. */
export function addShopifyWebhooks(app: Hono<HttpEnv>, services: Services): void {
  for (const [topic, take] of Object.entries(takers)) {
    const address = `/webhooks/shopify/${topic.replace('/', '-')}`
    app.post(address, limitBody(megabyte), (c) => receiveShopify(c, services, topic, take))
  }
}

async function receiveShopify(
  c: Context<HttpEnv>,
  services: Services,
  topic: string,
  take: TakeDelivery,
): Promise<Response> {
  const header = (name: string) => c.req.header(`x-shopify-${name}`) ?? ''
  const shops = services.ports.get(storefronts.port) as NonNullable<typeof storefronts.of>
  const shop = shops.find(({ provider, domain }) => provider === 'shopify' && domain === header('shop-domain'))
  const raw = new Uint8Array(await c.req.arrayBuffer())
  if (!shop || !isSigned(shop, raw, header('hmac-sha256'))) return c.text('', 401)
  const delivery_id = header('webhook-id')
  const organization = await resolveOrganization(services.database.read, shop.organization)
  if (header('topic') !== topic || !/^[\w-]{1,100}$/.test(delivery_id) || !organization) return c.text('', 400)
  const ctx = openCtx(services, { actor: { kind: 'system', name: 'shopify' }, organization, locale: 'en-us' })
  return c.text('', (await take(ctx, shop, delivery_id, raw)) ? 200 : 400)
}
