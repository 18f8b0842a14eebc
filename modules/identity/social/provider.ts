import type { ProviderName } from '#modules/identity/credentials/provider-names.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { port } from '#platform/ctx.ts'

/**
 * A person as the provider describes them. `subject` is the provider's permanent id; an email address is not permanent.
 */
export type SocialProfile = {
  subject: string
  /** An address that the provider has confirmed, or null. */
  email: string | null
  first_name: string
  last_name: string
  /** The partner's own id of the person, from the organization's provider alone. */
  external_id?: string | null
}

/** A token sent by a browser or an app. */
export type ProviderToken = {
  token: string
  now: Date
  /** The nonce that the token must contain, if we issued one. */
  nonce?: string
  /** The provider id that the caller claims. */
  subject?: string | undefined
}
type Authorization = { redirect_uri: string; state: string; nonce: string; verifier: string }

/** A sign-in provider. Every function throws socialFailed if nothing is proved. */
export type SocialProvider = {
  verify(token: ProviderToken): Promise<SocialProfile>
  /** The address of the provider's sign-in page. */
  authorizeUrl(authorization: Authorization): string
  /** The person who returned with `code`. */
  exchange(
    code: string,
    authorization: Pick<Authorization, 'redirect_uri' | 'nonce' | 'verifier'>,
    now: Date,
  ): Promise<SocialProfile>
}

/** The configured providers; others are neither shown nor accepted. */
export type SocialProviders = { readonly [name in ProviderName]?: SocialProvider }
export const socialProviders = port<SocialProviders>('identity.social-providers')

/** The configured provider of this name. Throws socialNotOffered. */
export function providerOf(providers: SocialProviders, name: ProviderName): SocialProvider {
  const provider = providers[name]
  if (!provider) throw identityErrors.socialNotOffered()
  return provider
}
