import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

/** Options from the server: JSON of WebAuthn level 3. */
type Options = Readonly<Record<string, unknown>>

/** The browser part, loaded on demand: the half that signs, without the one that creates keys. */
export const passkeyBrowser = () => import('./sign-with-passkey.ts')

// Spread, because TypeScript does not accept an interface as a record.
const created = ({ clientExtensionResults, response, ...made }: RegistrationResponseJSON) => ({
  ...made,
  response: {
    clientDataJSON: response.clientDataJSON,
    attestationObject: response.attestationObject,
    transports: response.transports,
  },
  clientExtensionResults: { ...clientExtensionResults },
})

const signed = ({ clientExtensionResults, ...answer }: AuthenticationResponseJSON) => ({
  ...answer,
  response: { ...answer.response },
  clientExtensionResults: { ...clientExtensionResults },
})

/**
 * A new key of this device, in the calls' format; null: refused, closed, or already existing. Browsers don't tell
 * which.
 */
export async function makeKey(options: Options): Promise<ReturnType<typeof created> | null> {
  const { startRegistration } = await import('./make-passkey.ts')
  // The API declares the options openly; the server makes them by the same library.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return startRegistration({ optionsJSON }).then(created, () => null)
}

/** The device's signed response, in the calls' format; null: closed by the person, or no key here. */
export async function signWithKey(options: Options, autofill = false): Promise<ReturnType<typeof signed> | null> {
  const { startAuthentication } = await passkeyBrowser()
  // The API declares the options openly; the server makes them by the same library.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return startAuthentication({ optionsJSON, useBrowserAutofill: autofill }).then(signed, () => null)
}
