import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv, settingNames } from './env.ts'

const text = readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8')
const entries = [...text.matchAll(/^(#?)([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, off, name, value]) => ({
  name: name!,
  value: value!,
  active: off === '',
}))

test('.env.example lists every setting once and no other', () => {
  expect(entries.map(({ name }) => name).sort()).toEqual([...settingNames].sort())
})

test('the settings that production needs are active in .env.example, and its values are accepted', () => {
  const filled = {
    DATABASE_URL: 'postgres://waypost:x@db/waypost',
    SECRET: 'x'.repeat(32),
    SMTP_URL: 'smtps://mail.example',
    AUTHORIZE_NET_LOGIN: 'login',
    AUTHORIZE_NET_KEY: 'key',
    AUTHORIZE_NET_CLIENT_KEY: 'client-key',
  }
  const active = Object.fromEntries(entries.filter(({ active }) => active).map(({ name, value }) => [name, value]))
  expect(
    Object.entries(active)
      .filter(([, value]) => value === '')
      .map(([name]) => name)
      .sort(),
  ).toEqual(Object.keys(filled).sort())
  expect(readEnv({ ...active, ...filled }).production).toBe(true)
})

test.each(entries.filter(({ active, value }) => !active && value !== ''))(
  'the default or example of $name is accepted',
  ({ name, value }) => {
    const others = {
      REALTIME_KEY: 'x'.repeat(32),
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'x',
      TWILIO_FROM: '+14075550100',
      S3_BUCKET: 'b',
      S3_KEY: 'k',
      S3_SECRET: 's',
    }
    expect(() => readEnv({ ...others, [name]: value })).not.toThrow()
  },
)
