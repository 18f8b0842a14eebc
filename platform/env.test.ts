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
  TRUST_PROXY: '1',
}

it('starts without settings, for development', () => {
  expect(readEnv({})).toMatchObject({ NODE_ENV: 'development', PORT: 3000, production: false })
})

it('is reached at its listening port unless an address is set', () => {
  expect(readEnv({}).BASE_URL).toBe('http://localhost:3000')
  expect(readEnv({ PORT: '3077' }).BASE_URL).toBe('http://localhost:3077')
  expect(readEnv({ PORT: '3077', BASE_URL: 'http://waypost.test' }).BASE_URL).toBe('http://waypost.test')
})

it('logs little on a trial installation, and every line in production', () => {
  expect([readEnv({}).LOG, readEnv(production).LOG]).toEqual(['faults', 'all'])
  expect([readEnv({ LOG: 'all' }).LOG, readEnv({ ...production, LOG: 'faults' }).LOG]).toEqual(['all', 'faults'])
})

it('reports all errors in one message', () => {
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

it('refuses production without https, except on localhost: cookies would be readable', () => {
  expect(() => readEnv({ ...production, BASE_URL: 'http://waypost.example' })).toThrow('BASE_URL: must be https')
  expect(readEnv({ ...production, BASE_URL: 'http://localhost:3000' }).production).toBe(true)
})

it('parses a list of secrets in common formats', () => {
  const [first, two] = ['a'.repeat(32), 'b'.repeat(32)]
  expect(readEnv({ FORMER_SECRETS: `${first}, ${two}` }).FORMER_SECRETS).toEqual([first, two])
})

it('production requires the sender of its emails: replies to localhost are lost', () => {
  const { MAIL_FROM: _said, ...silent } = production
  expect(() => readEnv(silent)).toThrow('MAIL_FROM: is missing')
  for (const MAIL_FROM of [
    'Waypost',
    'Waypost <no-reply>',
    'a@b.example, c@d.example',
    'a@b.example\nBcc: c@d.example',
  ]) {
    expect(() => readEnv({ MAIL_FROM })).toThrow('MAIL_FROM: must be an email address')
  }
  expect(readEnv({ MAIL_FROM: 'no-reply@waypost.example' }).MAIL_FROM).toBe('no-reply@waypost.example')
})

it('production requires a proxy setting: otherwise all visitors would share the limits of one', () => {
  const { TRUST_PROXY: _said, ...silent } = production
  expect(() => readEnv(silent)).toThrow('TRUST_PROXY: is missing')
  expect(readEnv({ ...silent, TRUST_PROXY: '0' }).TRUST_PROXY).toBe('0')
})

it('refuses an incomplete bucket configuration', () => {
  expect(() => readEnv({ S3_URL: 'https://s3.example' })).toThrow(/S3_BUCKET[\s\S]*S3_KEY[\s\S]*S3_SECRET/)
})

it('production requires a captcha setting, and refuses an incomplete one', () => {
  const { CAPTCHA: _said, ...silent } = production
  expect(() => readEnv(silent)).toThrow('CAPTCHA: is missing')
  expect(() => readEnv({ CAPTCHA: 'recaptcha' })).toThrow(/RECAPTCHA_SITE_KEY[\s\S]*RECAPTCHA_SECRET/)
  expect(() => readEnv({ CAPTCHA: 'recaptcha-enterprise' })).toThrow('RECAPTCHA_PROJECT')
  expect(() => readEnv({ GOOGLE_CLIENT_IDS: 'a, b' })).toThrow('GOOGLE_CLIENT_SECRET')
  expect(readEnv({ GOOGLE_CLIENT_IDS: 'a, b', GOOGLE_CLIENT_SECRET: 'c' }).GOOGLE_CLIENT_IDS).toEqual(['a', 'b'])
})

it('refuses a publicly reachable site outside production', () => {
  for (const BASE_URL of ['https://waypost.example', 'http://waypost.example', 'https://localhost']) {
    expect(() => readEnv({ BASE_URL })).toThrow('NODE_ENV: must be production')
  }
  for (const BASE_URL of ['http://localhost:3000', 'http://127.0.0.1:8080', 'http://way.test', 'http://[::1]:3000']) {
    expect(readEnv({ BASE_URL }).production).toBe(false)
  }
})

it('drains for five seconds in production and not at all elsewhere, unless configured', () => {
  expect([readEnv({}).DRAIN_SECONDS, readEnv(production).DRAIN_SECONDS]).toEqual([0, 5])
  expect(readEnv({ DRAIN_SECONDS: '2' }).DRAIN_SECONDS).toBe(2)
})

it.each(['ROLE=both', 'READ_CONNECTIONS=0', 'DRAIN_SECONDS=-1'])('refuses %s', (setting) => {
  const [name, value] = setting.split('=') as [string, string]
  expect(() => readEnv({ [name]: value })).toThrow(`${name}: `)
})

it('identifies its installation by setting, else by the production host, and equally for development servers', () => {
  expect(readEnv({ PORT: '3077' }).installation).toBe('development')
  expect(readEnv(production).installation).toBe('waypost.example')
  expect(readEnv({ ...production, INSTALLATION: 'north-1' }).installation).toBe('north-1')
  expect(() => readEnv({ INSTALLATION: 'two words' })).toThrow('INSTALLATION: must be letters, digits')
  expect([readEnv({}).QUARANTINE, readEnv({ QUARANTINE: '1' }).QUARANTINE]).toEqual(['0', '1'])
  expect(() => readEnv({ QUARANTINE: 'yes' })).toThrow('QUARANTINE')
})
