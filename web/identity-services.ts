import { z } from 'zod'
import {
  openFacebook,
  openGoogle,
  openShopify,
  ShopifyShop,
  type SocialProviders,
  type Storefront,
  simulatedProviders,
  simulatedShop,
} from '#modules/identity/index.ts'
import { type captchaPort, openRecaptcha, openRecaptchaEnterprise } from '#modules/security/index.ts'
import { ConfigurationWrong, type Env } from '#platform/env.ts'

/** The organization whose shop and providers a development server simulates. */
const demoOrganization = 'SSD'

const development = ({ BASE_URL }: Env, path: string) => `${BASE_URL.replace(/\/$/, '')}/dev/${path}`

/** The configured ones of Google and Facebook; a development server without either simulates both. */
export function socialProvidersOf(env: Env): SocialProviders {
  const { GOOGLE_CLIENT_IDS: client_ids, GOOGLE_CLIENT_SECRET: client_secret } = env
  const { FACEBOOK_APP_ID: app_id, FACEBOOK_APP_SECRET: app_secret } = env
  if (simulatesProviders(env)) return simulatedProviders(development(env, 'social'))
  return {
    ...(client_ids && client_secret && { google: openGoogle({ client_ids, client_secret }) }),
    ...(app_id && app_secret && { facebook: openFacebook({ app_id, app_secret }) }),
  }
}

export const simulatesProviders = (env: Env): boolean =>
  !env.production && !env.GOOGLE_CLIENT_IDS && !env.FACEBOOK_APP_ID

/** The shops of SHOPIFY_SHOPS. Throws if it is malformed, without repeating its secrets. */
export function storefrontsOf(env: Env): Storefront[] {
  if (simulatesStorefront(env)) return [openShopify(simulatedShop(demoOrganization, development(env, 'storefront')))]
  return readShops(env.SHOPIFY_SHOPS ?? '[]').map(openShopify)
}

export const simulatesStorefront = (env: Env): boolean => !env.production && !env.SHOPIFY_SHOPS

function readShops(text: string): ShopifyShop[] {
  try {
    return z.array(ShopifyShop).parse(JSON.parse(text))
  } catch (error) {
    const where = error instanceof z.ZodError ? error.issues.map(({ path }) => path.join('.')).join(', ') : 'no JSON'
    throw new ConfigurationWrong([`SHOPIFY_SHOPS: ${where}`])
  }
}

export function captchaOf(env: Env): typeof captchaPort.of {
  const { CAPTCHA, CAPTCHA_MIN_SCORE: min_score, RECAPTCHA_PROJECT: project = '' } = env
  const { RECAPTCHA_SITE_KEY: site_key = '', RECAPTCHA_SECRET: secret = '' } = env
  const { hostname } = new URL(env.BASE_URL)
  if (CAPTCHA === 'off') return null
  if (CAPTCHA === 'recaptcha') return { captcha: openRecaptcha({ site_key, secret, hostname }), min_score }
  return { captcha: openRecaptchaEnterprise({ site_key, project, api_key: secret, hostname }), min_score }
}
