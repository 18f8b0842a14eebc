export const simulatorKeys = {
  api_login_id: 'simulator-login',
  transaction_key: 'simulator-transaction-key',
  client_key: 'simulator-client-key',
  signature_key: '5A'.repeat(64),
} as const

/** The settings of an adapter for a simulator mounted at `url` (no trailing slash). */
export const simulatedCards = (url: string) => ({
  endpoint: `${url}/xml/v1/request.api`,
  library_url: `${url}/v1/Accept.js`,
  api_login_id: simulatorKeys.api_login_id,
  transaction_key: simulatorKeys.transaction_key,
  client_key: simulatorKeys.client_key,
  signature_key: simulatorKeys.signature_key,
  hosted: { payment_url: `${url}/payment/payment`, profile_url: `${url}/customer/manage` },
})
