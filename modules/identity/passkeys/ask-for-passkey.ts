import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { documentLocale, pick } from '../../../platform/texts.ts'
import { callApi } from '../../../platform/ui/api.ts'
import { askedTexts } from './asked.texts.ts'

/** What the device signed, as calls take it, or why there is nothing. */
export type AskedPasskey =
  | { passkey: ReturnType<typeof asBody>; message?: undefined }
  | { passkey: null; message: string }

// Spread, because an interface is no record to TypeScript.
const asBody = ({ clientExtensionResults, ...signed }: AuthenticationResponseJSON) => ({
  ...signed,
  response: { ...signed.response },
  clientExtensionResults: { ...clientExtensionResults },
})

/** The browser part, loaded when someone uses it: the half that signs, without the one that makes passkeys. */
export const passkeyBrowser = () => import('./sign-with-passkey.ts')

const words = (key: keyof typeof askedTexts) => pick(documentLocale(), askedTexts[key])

/** Asks the device to sign a new challenge of the server. `autofill` waits in the field of the login id instead. */
export async function askForPasskey(purpose: 'sign-in' | 'prove', { autofill = false } = {}): Promise<AskedPasskey> {
  const { browserSupportsWebAuthn, startAuthentication } = await passkeyBrowser()
  if (!browserSupportsWebAuthn()) return { passkey: null, message: words('unsupported') }
  const started = await callApi((api) => api.POST('/user/passkey/start', { body: { purpose } }), { quiet: true })
  if (!started.ok) return { passkey: null, message: started.message }
  const optionsJSON = started.data.options as unknown as PublicKeyCredentialRequestOptionsJSON
  try {
    return { passkey: asBody(await startAuthentication({ optionsJSON, useBrowserAutofill: autofill })) }
  } catch {
    // Closed by the person, no passkey here, or replaced by another question: browsers do not tell which.
    return { passkey: null, message: words('failed') }
  }
}
