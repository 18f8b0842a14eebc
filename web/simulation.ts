import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Hono } from 'hono'
import type { openCardVault, openPaypal } from '#modules/checkout/entry.ts'
import type { openSocialProviders, ShopifyShop } from '#modules/identity/entry.ts'
import type { ServiceAccess } from '#modules/learning/reporting/open-agencies.ts'
import type { openRestProvider, openTwilio } from '#modules/security/entry.ts'
import { ConfigurationError, type Env } from '#platform/env.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import type { Mailbox } from '#platform/mail/mailbox.ts'

/** The settings with which adapters reach the simulators, for each service without a configured account. */
export type SimulatedSettings = {
  cards?: Parameters<typeof openCardVault>[0]
  wallet?: Parameters<typeof openPaypal>[0]
  agencies?: { url: string; addressOf: ServiceAccess['addressOf'] }
  social?: Parameters<typeof openSocialProviders>[0]
  /** Not a setting of the process: an organization's Admin enters it. */
  openid?: { issuer: string; client_id: string; client_secret: string }
  storefronts?: readonly ShopifyShop[]
  exams?: Parameters<typeof openRestProvider>[0]
  phones?: Parameters<typeof openTwilio>[0]
}

/** The external services as a development server simulates them; the only implementation is in `simulators/`. */
export type Simulation = {
  settings: (env: Env) => SimulatedSettings
  addRoutes: (app: Hono<HttpEnv>, env: Env, mailbox: Mailbox | null) => void
}

/** The simulators of a working copy. No build contains them: they run from their sources, and never in production. */
export async function loadSimulation({ production }: Env): Promise<Simulation | null> {
  if (production) return null
  const file = resolve('simulators/index.ts')
  if (!existsSync(file))
    throw new ConfigurationError(['NODE_ENV: must be production, because this copy has no simulators'])
  const { simulation } = await import(/* @vite-ignore */ pathToFileURL(file).href)
  return simulation
}
