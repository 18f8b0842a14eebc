import type { ProviderName } from '#modules/identity/credentials/provider-names.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { port } from '#platform/ctx.ts'

/**
 * A person as the provider describes them. `subject` is its own permanent id of the person; an email address is not.
 */
export type SocialProfile = {
  subject: string
  /** An address that the provider has confirmed, or null. */
  email: string | null
  first_name: string
  last_name: string
}

/** A token that a browser or an app brought along. */
export type BroughtToken = {
  token: string
  now: Date
  /** The nonce that the token must hold, where we gave one. */
  nonce?: string
  /** The id that the caller claims to have at the provider. */
  subject?: string | undefined
}
type Authorization = { redirect_uri: string; state: string; nonce: string; verifier: string }

/** One way to sign in with someone else's word. Every function throws socialFailed for what proves nothing. */
export type SocialProvider = {
  verify(brought: BroughtToken): Promise<SocialProfile>
  /** Where a browser is sent to sign in there. */
  authorizeUrl(authorization: Authorization): string
  /** Who came back with `code`. */
  exchange(
    code: string,
    authorization: Pick<Authorization, 'redirect_uri' | 'nonce' | 'verifier'>,
    now: Date,
  ): Promise<SocialProfile>
}

/** The providers that are configured; the others are neither shown nor accepted. */
export type SocialProviders = { readonly [name in ProviderName]?: SocialProvider }
export const socialProviders = port<SocialProviders>('identity.social-providers')

/** The configured provider of this name. Throws socialNotOffered. */
export function providerOf(providers: SocialProviders, name: ProviderName): SocialProvider {
  const provider = providers[name]
  if (!provider) throw identityErrors.socialNotOffered()
  return provider
}
