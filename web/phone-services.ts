import { type CodeSender, openTwilio, simulatedPhones } from '#modules/security/index.ts'
import type { Env } from '#platform/env.ts'
import { ownUrl } from './payment-services.ts'

export const simulatesPhones = ({ production, TWILIO_ACCOUNT_SID }: Env): boolean => !production && !TWILIO_ACCOUNT_SID

/**
 * The provider that sends codes to phones if one is configured, simulated phones on a development server, otherwise
 * null.
 */
export function phonesOf(env: Env): CodeSender | null {
  if (simulatesPhones(env)) return openTwilio(simulatedPhones(ownUrl(env, '/dev/phones')))
  const { TWILIO_ACCOUNT_SID: account_sid, TWILIO_AUTH_TOKEN: auth_token = '', TWILIO_FROM: from = '' } = env
  return account_sid ? openTwilio({ url: env.TWILIO_URL, account_sid, auth_token, from }) : null
}
