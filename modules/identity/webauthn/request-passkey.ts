import { documentLocale, localize } from '#platform/texts.ts'
import { callApi } from '#platform/ui/api.ts'
import { askedTexts } from './asked.texts.ts'
import { passkeyBrowser, signWithKey } from './device-keys.shared.ts'

/** The device's signed response, in the calls' format, or the reason for its absence. */
export type PasskeyAnswer =
  | { passkey: NonNullable<Awaited<ReturnType<typeof signWithKey>>>; message?: undefined }
  | { passkey: null; message: string }

const words = (key: keyof typeof askedTexts) => localize(documentLocale(), askedTexts[key])

/** Has the device sign a new challenge of the server. `autofill` waits in the login id field instead. */
export async function requestPasskey(purpose: 'sign-in' | 'prove', { autofill = false } = {}): Promise<PasskeyAnswer> {
  const { browserSupportsWebAuthn } = await passkeyBrowser()
  if (!browserSupportsWebAuthn()) return { passkey: null, message: words('unsupported') }
  const started = await callApi((api) => api.POST('/user/passkey/start', { body: { purpose } }), { quiet: true })
  if (!started.ok) return { passkey: null, message: started.message }
  const passkey = await signWithKey(started.data.options, autofill)
  return passkey ? { passkey } : { passkey: null, message: words('failed') }
}
