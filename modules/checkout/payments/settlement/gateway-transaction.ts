import type { Provider } from '#modules/checkout/payments/gateways/provider.ts'

/** A gateway transaction by the gateway's own id. */
export type GatewayTransaction = { provider: Exclude<Provider, 'none'>; transaction_id: string }
