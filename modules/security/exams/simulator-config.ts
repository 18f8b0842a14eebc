import type { RestProviderConfig } from './rest-provider.ts'

/** The credentials of the simulated provider, which open nothing else. */
export const simulatedExams = (url: string): RestProviderConfig & { signature_key: string } => ({
  url,
  client_id: 'simulated-client',
  client_secret: 'simulated-secret',
  signature_key: 'simulated-signature-key',
})
