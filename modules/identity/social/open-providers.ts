import { type FacebookConfig, openFacebook } from './facebook.ts'
import { type GoogleConfig, openGoogle } from './google.ts'
import type { SocialProviders } from './provider.ts'

/** The providers that have a configuration. */
export const openSocialProviders = ({
  google,
  facebook,
}: {
  google?: GoogleConfig | undefined
  facebook?: FacebookConfig | undefined
}): SocialProviders => ({
  ...(google && { google: openGoogle(google) }),
  ...(facebook && { facebook: openFacebook(facebook) }),
})
