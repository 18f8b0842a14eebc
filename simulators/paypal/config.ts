export const paypalSimulatorKeys = {
  client_id: 'simulator-client',
  secret: 'simulator-secret',
  webhook_id: 'SIMWEBHOOK0000001',
} as const

/** The settings of an adapter for a simulator mounted at `url` (no trailing slash). */
export const simulatedWallet = (url: string) => ({
  endpoint: url,
  approve_origin: new URL(url).origin,
  ...paypalSimulatorKeys,
})
