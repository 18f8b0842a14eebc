import {
  HOSTED_PLACES,
  openAuthorizeNet,
  openCardVault,
  openPaypal,
  PLACES,
  paypalSimulatorConfig,
  simulatorConfig,
  type Wallet,
} from '#modules/checkout/index.ts'
import { systemClock } from '#platform/clock.ts'
import type { Env } from '#platform/env.ts'

export const ownUrl = ({ BASE_URL }: Env, path: string) => `${BASE_URL.replace(/\/$/, '')}${path}`

/** The gateway and its card vault, on the product's clock. A development server simulates them. */
export function cardServicesOf(env: Env, clock = systemClock) {
  const { AUTHORIZE_NET_URL: endpoint, AUTHORIZE_NET_LOGIN, AUTHORIZE_NET_KEY, AUTHORIZE_NET_CLIENT_KEY } = env
  if (!endpoint) {
    const simulated = { ...simulatorConfig(ownUrl(env, '/dev/gateway')), clock }
    return { gateway: openAuthorizeNet(simulated), vault: openCardVault(simulated) }
  }
  const config = {
    endpoint,
    library_url: env.AUTHORIZE_NET_SCRIPT ?? PLACES.production.library_url,
    api_login_id: AUTHORIZE_NET_LOGIN ?? '',
    transaction_key: AUTHORIZE_NET_KEY ?? '',
    client_key: AUTHORIZE_NET_CLIENT_KEY ?? '',
    signature_key: env.AUTHORIZE_NET_SIGNATURE_KEY,
    clock,
  }
  const hosted = endpoint === PLACES.sandbox.endpoint ? HOSTED_PLACES.sandbox : HOSTED_PLACES.production
  return { gateway: openAuthorizeNet(config), vault: openCardVault({ ...config, hosted }) }
}

export const simulatesPaypal = ({ production, PAYPAL_CLIENT_ID }: Env): boolean => !production && !PAYPAL_CLIENT_ID

/** PayPal if its client is configured, a simulated wallet on a development server, otherwise null. */
export function walletOf(env: Env): Wallet | null {
  if (simulatesPaypal(env)) return openPaypal(paypalSimulatorConfig(ownUrl(env, '/dev/paypal')))
  const { PAYPAL_CLIENT_ID: client_id, PAYPAL_SECRET: secret = '', PAYPAL_WEBHOOK_ID: webhook_id = '' } = env
  if (!client_id) return null
  const places = { endpoint: env.PAYPAL_URL, approve_origin: env.PAYPAL_APPROVE_ORIGIN }
  return openPaypal({ ...places, client_id, secret, webhook_id })
}
