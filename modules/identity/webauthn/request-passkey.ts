import { documentLocale, localize } from '#platform/texts.ts'
import { callApi } from '#platform/ui/api.ts'
import { askedTexts } from './asked.texts.ts'
import { passkeyBrowser, signWithKey } from './device-keys.shared.ts'

/** The device's signed response, in the calls' format, or the reason for its absence. */
export type PasskeyResult =
  | { passkey: NonNullable<Awaited<ReturnType<typeof signWithKey>>>; message?: undefined }
  | { passkey: null; message: string }

const textOf = (key: keyof typeof askedTexts) => localize(documentLocale(), askedTexts[key])

/** Has the device sign a new challenge of the server. `autofill` waits in the login id field instead. */
export async function requestPasskey(purpose: 'sign-in' | 'prove', { autofill = false } = {}): Promise<PasskeyResult> {
  const { browserSupportsWebAuthn } = await passkeyBrowser()
  if (!browserSupportsWebAuthn()) return { passkey: null, message: textOf('unsupported') }
  const response = await callApi((api) => api.POST('/user/passkey/start', { body: { purpose } }), { quiet: true })
  if (!response.ok) return { passkey: null, message: response.message }
  const passkey = await signWithKey(response.data.options, autofill)
  return passkey ? { passkey } : { passkey: null, message: textOf('failed') }
}
