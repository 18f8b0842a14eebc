import type { Context, Hono } from 'hono'
import { parsePaypalWebhook, parseWebhook, receiveNotification, verifyPaypalWebhook } from '#modules/checkout/entry.ts'
import { paymentGateway } from '#modules/checkout/payments/gateways/gateway.ts'
import type { Ctx } from '#platform/ctx.ts'
import { noOrganization } from '#platform/ctx.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { limitBody } from '#platform/http/limit-body.ts'
import { openCtx, type Services } from '#platform/open-ctx.ts'

const maxBytes = 64 * 1024

/**
 * Notifications of payment gateways. They are stored and acknowledged immediately; a job fetches the facts from the
 * gateway.
 */
export function addGatewayWebhooks(app: Hono<HttpEnv>, services: Services): void {
  app.post('/webhooks/authorize-net', limitBody(maxBytes), (c) => receiveAuthorizeNet(c, services))
  app.post('/webhooks/paypal', limitBody(maxBytes), (c) => receivePaypal(c, services))
}

/** The server itself, without a tenant: the books determine whose transaction it is. */
const gatewayCtx = (services: Services, name: string) =>
  openCtx(services, {
    actor: { kind: 'system', name },
    organization: noOrganization,
    locale: 'en-us',
  })

async function receiveAuthorizeNet(c: Context<HttpEnv>, services: Services): Promise<Response> {
  const ctx = gatewayCtx(services, 'authorize-net')
  const raw = new Uint8Array(await c.req.arrayBuffer())
  if (!ctx.use(paymentGateway).isSigned(raw, c.req.header('x-anet-signature'))) return c.text('', 401)
  return storeEvent(c, ctx, 'authorize_net', parseWebhook(new TextDecoder().decode(raw)))
}

async function receivePaypal(c: Context<HttpEnv>, services: Services): Promise<Response> {
  const ctx = gatewayCtx(services, 'paypal')
  const raw = await c.req.text()
  const signed = await verifyPaypalWebhook(ctx, raw, (name) => c.req.header(name))
  // The wallet verifies its own notification; if it is unreachable, it must resend.
  if (signed === null) return c.text('', 503)
  return signed ? storeEvent(c, ctx, 'paypal', parsePaypalWebhook(raw)) : c.text('', 401)
}

type Event = ReturnType<typeof parseWebhook>

async function storeEvent(
  c: Context<HttpEnv>,
  ctx: Ctx,
  provider: 'authorize_net' | 'paypal',
  event: Event,
): Promise<Response> {
  if (!event) return c.text('', 400)
  const { event_id: notification_id, event_type, transaction_id } = event
  await receiveNotification(ctx, { provider, notification_id, event_type, transaction_id })
  return c.text('', 200)
}
