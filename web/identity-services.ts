import { z } from 'zod'
import { openShopify, openSocialProviders, ShopifyShop } from '#modules/identity/entry.ts'
import type { DomainDirectory } from '#modules/identity/organizations/domain-directory.ts'
import type { SocialProviders } from '#modules/identity/social/provider.ts'
import type { Storefront } from '#modules/identity/storefront/storefronts.ts'
import type { captchaPort } from '#modules/security/captcha/captcha.ts'
import { openRecaptcha, openRecaptchaEnterprise } from '#modules/security/entry.ts'
import { ConfigurationError, type Env } from '#platform/env.ts'
import type { SimulatedSettings } from './simulation.ts'

/** Google and Facebook if they are configured; a development server without either has both, simulated. */
export function socialProvidersOf(env: Env, { social }: SimulatedSettings = {}): SocialProviders {
  const { GOOGLE_CLIENT_IDS: client_ids, GOOGLE_CLIENT_SECRET: client_secret } = env
  const { FACEBOOK_APP_ID: app_id, FACEBOOK_APP_SECRET: app_secret } = env
  if (social) return openSocialProviders(social)
  return openSocialProviders({
    google: client_ids && client_secret ? { client_ids, client_secret } : undefined,
    facebook: app_id && app_secret ? { app_id, app_secret } : undefined,
  })
}

/** The shops of SHOPIFY_SHOPS. Throws for malformed configuration, without repeating its secrets. */
export const storefrontsOf = (env: Env, { storefronts }: SimulatedSettings = {}): Storefront[] =>
  (storefronts ?? readShops(env.SHOPIFY_SHOPS ?? '[]')).map(openShopify)

function readShops(text: string): ShopifyShop[] {
  try {
    return z.array(ShopifyShop).parse(JSON.parse(text))
  } catch (error) {
    const paths = error instanceof z.ZodError ? error.issues.map(({ path }) => path.join('.')).join(', ') : 'no JSON'
    throw new ConfigurationError([`SHOPIFY_SHOPS: ${paths}`])
  }
}

export function captchaOf(env: Env, domains: Pick<DomainDirectory, 'isProved'>): typeof captchaPort.of {
  const { CAPTCHA, CAPTCHA_MIN_SCORE: min_score, RECAPTCHA_PROJECT: project = '' } = env
  const { RECAPTCHA_SITE_KEY: site_key = '', RECAPTCHA_SECRET: secret = '' } = env
  const { hostname } = new URL(env.BASE_URL)
  const isOwnDomain = domains.isProved
  if (CAPTCHA === 'off') return null
  if (CAPTCHA === 'recaptcha') return { captcha: openRecaptcha({ site_key, secret, hostname, isOwnDomain }), min_score }
  return { captcha: openRecaptchaEnterprise({ site_key, project, api_key: secret, hostname, isOwnDomain }), min_score }
}
