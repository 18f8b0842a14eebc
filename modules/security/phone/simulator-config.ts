import type { TwilioConfig } from './twilio.ts'

/** The credentials of the simulated phone provider, which open nothing else. */
export const simulatedPhones = (url: string): TwilioConfig => ({
  url,
  account_sid: `AC${'0'.repeat(32)}`,
  auth_token: 'simulated-phone-token',
  from: '+15005550006',
})
