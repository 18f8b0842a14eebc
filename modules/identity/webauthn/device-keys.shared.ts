import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

/** Options from the server: JSON of WebAuthn level 3. */
type Options = Readonly<Record<string, unknown>>

/** The signing half of the browser library, loaded on demand without the half that creates keys. */
export const passkeyBrowser = () => import('./sign-with-passkey.ts')

// Spread, because TypeScript does not accept an interface as a record.
const registrationBody = ({ clientExtensionResults, response, ...credential }: RegistrationResponseJSON) => ({
  ...credential,
  response: {
    clientDataJSON: response.clientDataJSON,
    attestationObject: response.attestationObject,
    transports: response.transports,
  },
  clientExtensionResults: { ...clientExtensionResults },
})

const authenticationBody = ({ clientExtensionResults, ...credential }: AuthenticationResponseJSON) => ({
  ...credential,
  response: { ...credential.response },
  clientExtensionResults: { ...clientExtensionResults },
})

/**
 * A new key of this device, in the calls' format; null: refused, closed, or already existing. Browsers don't
 * reveal which.
 */
export async function createKey(options: Options): Promise<ReturnType<typeof registrationBody> | null> {
  const { startRegistration } = await import('./make-passkey.ts')
  // The API types the options loosely; the server creates them with the same library.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return startRegistration({ optionsJSON }).then(registrationBody, () => null)
}

/** The device's signed response, in the calls' format; null: closed by the person, or no key here. */
export async function signWithKey(
  options: Options,
  autofill = false,
): Promise<ReturnType<typeof authenticationBody> | null> {
  const { startAuthentication } = await passkeyBrowser()
  // The API types the options loosely; the server creates them with the same library.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return startAuthentication({ optionsJSON, useBrowserAutofill: autofill }).then(authenticationBody, () => null)
}
