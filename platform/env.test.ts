import { expect, it } from 'vitest'
import { readEnv } from './env.ts'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@db/waypost',
  SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Waypost <no-reply@waypost.example>',
  AUTHORIZE_NET_URL: 'https://api.authorize.net/xml/v1/request.api',
  AUTHORIZE_NET_LOGIN: 'login',
  AUTHORIZE_NET_KEY: 'key',
  AUTHORIZE_NET_CLIENT_KEY: 'client-key',
  BASE_URL: 'https://waypost.example',
  CAPTCHA: 'off',
}

it('starts with nothing set, for development', () => {
  expect(readEnv({})).toMatchObject({ NODE_ENV: 'development', PORT: 3000, production: false })
})

it('is reached at the port that it listens on, unless an address is set', () => {
  expect(readEnv({}).BASE_URL).toBe('http://localhost:3000')
  expect(readEnv({ PORT: '3077' }).BASE_URL).toBe('http://localhost:3077')
  expect(readEnv({ PORT: '3077', BASE_URL: 'http://waypost.test' }).BASE_URL).toBe('http://waypost.test')
})

it('names everything that is wrong at once', () => {
  expect(() => readEnv({ PORT: 'many', DATABASE_URL: 'mysql://x', SECRET: 'short' })).toThrow(
    /PORT[\s\S]*DATABASE_URL[\s\S]*SECRET/,
  )
})

it('refuses production without a database, a secret, mail and a payment gateway', () => {
  expect(() => readEnv({ NODE_ENV: 'production' })).toThrow(
    /DATABASE_URL[\s\S]*SECRET[\s\S]*SMTP_URL[\s\S]*MAIL_FROM[\s\S]*AUTHORIZE_NET_URL/,
  )
  expect(readEnv(production).production).toBe(true)
})

it('refuses production without https, but for the machine itself: cookies would go over the line for all to read', () => {
  expect(() => readEnv({ ...production, BASE_URL: 'http://waypost.example' })).toThrow('BASE_URL: must be https')
  expect(readEnv({ ...production, BASE_URL: 'http://localhost:3000' }).production).toBe(true)
})

it('refuses half a bucket', () => {
  expect(() => readEnv({ S3_URL: 'https://s3.example' })).toThrow(/S3_BUCKET[\s\S]*S3_KEY[\s\S]*S3_SECRET/)
})

it('production says whether it asks for a captcha, and half a configuration is refused', () => {
  const { CAPTCHA: _said, ...silent } = production
  expect(() => readEnv(silent)).toThrow('CAPTCHA: is missing')
  expect(() => readEnv({ CAPTCHA: 'recaptcha' })).toThrow(/RECAPTCHA_SITE_KEY[\s\S]*RECAPTCHA_SECRET/)
  expect(() => readEnv({ CAPTCHA: 'recaptcha-enterprise' })).toThrow('RECAPTCHA_PROJECT')
  expect(() => readEnv({ GOOGLE_CLIENT_IDS: 'a, b' })).toThrow('GOOGLE_CLIENT_SECRET')
  expect(readEnv({ GOOGLE_CLIENT_IDS: 'a, b', GOOGLE_CLIENT_SECRET: 'c' }).GOOGLE_CLIENT_IDS).toEqual(['a', 'b'])
})

it('a site that people reach runs in production or not at all', () => {
  for (const BASE_URL of ['https://waypost.example', 'http://waypost.example', 'https://localhost']) {
    expect(() => readEnv({ BASE_URL })).toThrow('NODE_ENV: must be production')
  }
  for (const BASE_URL of ['http://localhost:3000', 'http://127.0.0.1:8080', 'http://way.test', 'http://[::1]:3000']) {
    expect(readEnv({ BASE_URL }).production).toBe(false)
  }
})
