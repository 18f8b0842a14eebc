import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { emptyCopy } from '#platform/testing/database.ts'
import { startS3Simulator } from '#simulators/s3/simulator.ts'
import { openTestApp } from '#tests/support/app.ts'
import { probeNode } from './check.ts'
import type { Finding } from './probe.ts'
import { probeTls } from './probe-database.ts'
import { runCommand } from './run-command.ts'

const app = await openTestApp()
const folder = await mkdtemp(join(tmpdir(), 'waypost-check-'))
const bucket = await startS3Simulator()
afterAll(() => Promise.all([bucket.close(), rm(folder, { recursive: true, force: true })]))

/** A mail server that sends its greeting, and accepts nothing after that. */
const mail = createServer((socket) => {
  socket.on('error', () => {})
  socket.write('220 mail.example ready\r\n')
  socket.on('data', (data) => socket.write(/^(EHLO|QUIT)/.test(String(data)) ? '250 mail.example\r\n' : '500 no\r\n'))
})
await new Promise<void>((listening) => mail.listen(0, '127.0.0.1', listening))
afterAll(() => void mail.close())
const smtp = `smtp://127.0.0.1:${(mail.address() as { port: number }).port}`

const production = {
  NODE_ENV: 'production',
  BASE_URL: 'https://localhost',
  SECRET: 'a'.repeat(40),
  SMTP_URL: smtp,
  MAIL_FROM: 'Waypost <no-reply@waypost.example>',
  AUTHORIZE_NET_URL: 'https://127.0.0.1:9/',
  AUTHORIZE_NET_LOGIN: 'login',
  AUTHORIZE_NET_KEY: 'key',
  AUTHORIZE_NET_CLIENT_KEY: 'client',
  CAPTCHA: 'off',
  TRUST_PROXY: '1',
  BREACHED_PASSWORDS_URL: 'https://127.0.0.1:9/',
}

async function check(settings: Record<string, string> = {}) {
  const printed: string[] = []
  const print = (line: string) => printed.push(line)
  const all = { DATABASE_URL: app.url, DATA_DIR: folder, ...settings }
  const code = await runCommand(['check', '--json'], { settings: all, folder, print, warn: print })
  const findings = JSON.parse(printed.join('\n')) as Finding[]
  return { code, findingOf: (subject: string) => findings.find((finding) => finding.subject === subject), findings }
}

test('tries the database with its role, the files, the mail server and the clock', async () => {
  const { code, findingOf, findings } = await check({ SMTP_URL: smtp })
  expect(findings.filter(({ state }) => state === 'fail')).toEqual([])
  expect(code).toBe(0)
  for (const subject of ['database', 'database role', 'migrations', 'clock', 'SECRET', 'files', 'SMTP_URL'])
    expect([subject, findingOf(subject)?.state]).toEqual([subject, 'ok'])
  expect(findingOf('PAYPAL')?.state).toBe('skip')
})

test('names all wrong settings together, and tries nothing with them', async () => {
  const { code, findings } = await check({ LOG: 'some', SMTP_URL: 'mail' })
  expect(code).toBe(1)
  expect(findings.filter(({ subject }) => subject === 'settings').map(({ detail }) => detail.split(':')[0])).toEqual([
    'SMTP_URL',
    'LOG',
  ])
  expect(findings).toHaveLength(3)
})

test('a standby that cannot be read is a warning: the primary serves instead', async () => {
  expect((await check()).findingOf('standby')).toBeUndefined()
  const unreachable = await check({ READ_DATABASE_URL: 'postgres://u:p@127.0.0.1:9/none' })
  expect(unreachable.findingOf('standby')).toMatchObject({
    state: 'warn',
    detail: expect.stringMatching(/^is not reached: ./),
  })
  expect(unreachable.code).toBe(0)
  // The primary itself, connected with the product's own role.
  expect((await check({ READ_DATABASE_URL: app.url })).findingOf('standby')).toMatchObject({
    state: 'warn',
    detail: 'is not a standby',
  })
})

test('an unreachable database and a silent mail server fail, and the rest is still tried', async () => {
  const { code, findingOf } = await check({
    DATABASE_URL: 'postgres://u:p@127.0.0.1:9/none',
    SMTP_URL: 'smtp://127.0.0.1:9',
  })
  expect(code).toBe(1)
  expect([findingOf('database')?.state, findingOf('SMTP_URL')?.state, findingOf('files')?.state]).toEqual([
    'fail',
    'fail',
    'ok',
  ])
  expect(findingOf('SMTP_URL')?.detail).toContain('ECONNREFUSED')
})

test('an agency that does not answer is a warning: its reports wait, and the product works', async () => {
  const { findingOf } = await check({
    ...production,
    DICDS_URL: 'https://127.0.0.1:9/',
    TVCC_URL: 'https://127.0.0.1:9/',
  })
  for (const subject of ['dicds', 'tvcc']) expect([subject, findingOf(subject)?.state]).toEqual([subject, 'warn'])
})

test('a database without tables fails with the command that creates them', async () => {
  const empty = await emptyCopy('nothing')
  const { code, findingOf } = await check({ DATABASE_URL: empty.url })
  expect(code).toBe(1)
  expect(findingOf('migrations')?.detail).toContain('waypost migrate')
  expect(findingOf('database role')).toBeUndefined()
})

test('a bucket is written, read and emptied again; a wrong key fails', async () => {
  const { endpoint, bucket: name, access_key_id, secret_access_key, region } = bucket.settings
  const settings = {
    S3_URL: endpoint,
    S3_BUCKET: name,
    S3_KEY: access_key_id,
    S3_SECRET: secret_access_key,
    S3_REGION: region,
  }
  expect((await check(settings)).findingOf('files')?.state).toBe('ok')
  expect(bucket.objects.size).toBe(0)
  expect((await check({ ...settings, S3_SECRET: 'another' })).findingOf('files')?.state).toBe('fail')
})

test('a database of another installation is a warning', async () => {
  await app.database.read`
    insert into platform.installation (installation) values ('elsewhere.example')
    on conflict (one_row) do update set installation = excluded.installation`
  const { code, findingOf } = await check()
  expect([code, findingOf('installation')?.state]).toEqual([0, 'warn'])
})

test('a Node version that the product does not support fails', () => {
  expect([probeNode('22.11.0').state, probeNode('20.19.0').state]).toEqual(['fail', 'fail'])
  expect([probeNode('22.12.0').state, probeNode('24.0.1').state]).toEqual(['ok', 'ok'])
})

test.each([
  ['postgres://u:p@db.example/waypost', 'is not encrypted'],
  ['postgres://u:p@10.0.0.7/waypost?sslmode=require', 'the server is not verified'],
])('the connection %s is a warning', (url, sentence) => {
  expect(probeTls(url, undefined)).toEqual([
    { state: 'warn', subject: 'database TLS', detail: expect.stringContaining(sentence) },
  ])
})

test.each([
  ['postgres://u:p@db.example/waypost?sslmode=verify-full', undefined],
  ['postgres://u:p@127.0.0.1:5433/waypost', undefined],
  ['postgres://u:p@db.example/waypost', '/var/run/postgresql'],
])('the connection %s with the socket %s needs no warning', (url, socket) => {
  expect(probeTls(url, socket)).toEqual([])
})
