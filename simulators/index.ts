import { join } from 'node:path'
import type { Hono } from 'hono'
import type { Env } from '#platform/env.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import type { SimulatedSettings, Simulation } from '#web/simulation.ts'
import { agencies } from './agencies/simulator.ts'
import { cards } from './authorize-net/simulator.ts'
import { exams } from './exams/simulator.ts'
import { mailboxRoutes } from './mailbox/routes.ts'
import { openid } from './openid/simulator.ts'
import { wallet } from './paypal/simulator.ts'
import { phones } from './phones/simulator.ts'
import type { Simulator } from './simulator.ts'
import { social } from './social/simulator.ts'
import { storefronts } from './storefront/simulator.ts'

/** Every simulator of a development server, by the service that it replaces. */
const simulators: { [Service in keyof SimulatedSettings]-?: Simulator<NonNullable<SimulatedSettings[Service]>> } = {
  cards,
  wallet,
  agencies,
  social,
  openid,
  storefronts,
  exams,
  phones,
}

const urlOf = ({ BASE_URL }: Env, path: string) => `${BASE_URL.replace(/\/$/, '')}${path}`

const replacing = (env: Env) => Object.entries(simulators).filter(([, { replaces }]) => replaces(env))

export const simulation: Simulation = {
  settings: (env) =>
    Object.fromEntries(replacing(env).map(([service, { path, settings }]) => [service, settings(urlOf(env, path))])),
  addRoutes(app, env, mailbox) {
    if (mailbox) app.route('/dev/mailbox', mailboxRoutes(mailbox) as unknown as Hono<HttpEnv>)
    for (const [, { path, open }] of replacing(env)) {
      const simulator = open({
        production: env.production,
        url: () => urlOf(env, path),
        folder: join(env.DATA_DIR, path.replace('/dev/', '')),
        productUrl: (origin) => urlOf(env, origin),
      })
      app.route(path, simulator as unknown as Hono<HttpEnv>)
    }
  },
}
