/** The credentials of the simulated provider of messages and calls; they open nothing else. */
export const simulatedPhones = (url: string) => ({
  url,
  account_sid: `AC${'0'.repeat(32)}`,
  auth_token: 'simulated-phone-token',
  from: '+15005550006',
})
