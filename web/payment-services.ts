import { gatewayUrls, hostedPageUrls, openAuthorizeNet, openCardVault, openPaypal } from '#modules/checkout/entry.ts'
import type { Wallet } from '#modules/checkout/payments/gateways/wallet.ts'
import { systemClock } from '#platform/clock.ts'
import { ConfigurationError, type Env } from '#platform/env.ts'
import type { SimulatedSettings } from './simulation.ts'

/** The gateway and its vault of cards, on the product's clock. Those of a development server are simulated. */
export function cardServicesOf(env: Env, { cards }: SimulatedSettings = {}, clock = systemClock) {
  const config = { ...(cards ?? cardAccountOf(env)), clock }
  return { gateway: openAuthorizeNet(config), vault: openCardVault(config) }
}

function cardAccountOf(env: Env): NonNullable<SimulatedSettings['cards']> {
  const { AUTHORIZE_NET_URL: endpoint, AUTHORIZE_NET_LOGIN, AUTHORIZE_NET_KEY, AUTHORIZE_NET_CLIENT_KEY } = env
  if (!endpoint) throw new ConfigurationError(['AUTHORIZE_NET_URL: is missing'])
  return {
    endpoint,
    library_url: env.AUTHORIZE_NET_SCRIPT ?? gatewayUrls.production.library_url,
    api_login_id: AUTHORIZE_NET_LOGIN ?? '',
    transaction_key: AUTHORIZE_NET_KEY ?? '',
    client_key: AUTHORIZE_NET_CLIENT_KEY ?? '',
    signature_key: env.AUTHORIZE_NET_SIGNATURE_KEY,
    hosted: endpoint === gatewayUrls.sandbox.endpoint ? hostedPageUrls.sandbox : hostedPageUrls.production,
  }
}

/** The wallet: PayPal if its client is configured, a simulated one on a development server, or none. */
export function walletOf(env: Env, { wallet }: SimulatedSettings = {}): Wallet | null {
  if (wallet) return openPaypal(wallet)
  const { PAYPAL_CLIENT_ID: client_id, PAYPAL_SECRET: secret = '', PAYPAL_WEBHOOK_ID: webhook_id = '' } = env
  if (!client_id) return null
  const places = { endpoint: env.PAYPAL_URL, approve_origin: env.PAYPAL_APPROVE_ORIGIN }
  return openPaypal({ ...places, client_id, secret, webhook_id })
}
