/** The credentials of the simulated provider; they open nothing else. */
export const simulatedExams = (url: string) => ({
  url,
  client_id: 'simulated-client',
  client_secret: 'simulated-secret',
  signature_key: 'simulated-signature-key',
})
