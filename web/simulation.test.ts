import { expect, test } from 'vitest'
import { readEnv } from '#platform/env.ts'
import { silentLog } from '#platform/log.ts'
import { simulation } from '#simulators/index.ts'
import { openServer } from './server.ts'
import { loadSimulation } from './simulation.ts'

const production = readEnv({
  NODE_ENV: 'production',
  BASE_URL: 'https://waypost.example',
  DATABASE_URL: 'postgres://127.0.0.1:1/nothing',
  SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'office@waypost.example',
  AUTHORIZE_NET_URL: 'https://api.authorize.net/xml/v1/request.api',
  AUTHORIZE_NET_LOGIN: 'login',
  AUTHORIZE_NET_KEY: 'key',
  AUTHORIZE_NET_CLIENT_KEY: 'client key',
  CAPTCHA: 'off',
  TRUST_PROXY: '1',
})

test('production loads no simulators, and refuses to start with them', async () => {
  expect(await loadSimulation(production)).toBeNull()
  await expect(openServer(production, silentLog, simulation)).rejects.toThrow('must not run in production')
  expect(() =>
    simulation.addRoutes({ route: () => {} } as never, { ...production, PAYPAL_CLIENT_ID: '' }, null),
  ).toThrow('must not run in production')
})

test('a development server simulates exactly the services without an account', () => {
  const services = (overrides: Record<string, string>) => Object.keys(simulation.settings(readEnv(overrides))).sort()
  const all = ['agencies', 'cards', 'exams', 'openid', 'phones', 'social', 'storefronts', 'wallet']
  expect(services({})).toEqual(all)
  const paypal = { PAYPAL_CLIENT_ID: 'id', PAYPAL_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'webhook' }
  const facebook = { FACEBOOK_APP_ID: 'id', FACEBOOK_APP_SECRET: 'secret' }
  const accounts = { ...paypal, ...facebook, AUTHORIZE_NET_URL: 'https://gateway.example', REPORT_DROP_DIR: '/reports' }
  expect(services(accounts)).toEqual(['exams', 'openid', 'phones', 'storefronts'])
})
