import { openTwilio } from '#modules/security/entry.ts'
import type { CodeSender } from '#modules/security/phone/code-sender.ts'
import type { Env } from '#platform/env.ts'
import type { SimulatedSettings } from './simulation.ts'

/** The sender of codes to phones: the configured account, simulated phones on a development server, or none. */
export function phonesOf(env: Env, { phones }: SimulatedSettings = {}): CodeSender | null {
  if (phones) return openTwilio(phones)
  const { TWILIO_ACCOUNT_SID: account_sid, TWILIO_AUTH_TOKEN: auth_token = '', TWILIO_FROM: from = '' } = env
  return account_sid ? openTwilio({ url: env.TWILIO_URL, account_sid, auth_token, from }) : null
}
